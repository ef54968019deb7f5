import { useState } from 'react'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listStores } from '#contracts/catalog/stores.ts'

export type RowScore = NonNullable<ResponseOf<typeof listStores>['scores']>[number]
export type RowScores = ReadonlyMap<number, RowScore>

const NO_SCORES: RowScores = new Map()

/**
 * The scores of all rows of a list that answers have brought so far: rows that are held in their
 * place while newer ones wait keep theirs.
 */
export function useRowScores(
  listKey: string,
  page: readonly RowScore[] | undefined,
  further: readonly RowScore[],
): RowScores {
  const [known, setKnown] = useState({ listKey, scores: NO_SCORES })
  const before = known.listKey === listKey ? known.scores : NO_SCORES
  const news = [...(page ?? []), ...further].filter((score) => !isSame(before.get(score.id), score))
  if (news.length === 0 && known.listKey === listKey) return before
  const scores = new Map([...before, ...news.map((score) => [score.id, score] as const)])
  setKnown({ listKey, scores })
  return scores
}

const isSame = (before: RowScore | undefined, score: RowScore): boolean =>
  before !== undefined && before.points === score.points && before.known === score.known

import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { listStores } from '#contracts/catalog/stores.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { ScoreButton } from '#web/catalog/score/score-button.tsx'
import type { CellProps } from './store-cells.tsx'

type Scored = { scores: RowScores; profile: string | undefined }

const RowScoresContext = createContext<Scored>({ scores: new Map(), profile: undefined })

type ProviderProps = { scores: RowScores; profile: string | null; children: ReactNode }

export function RowScoresProvider({ scores, profile, children }: ProviderProps) {
  const scored = useMemo(() => ({ scores, profile: profile ?? undefined }), [scores, profile])
  return <RowScoresContext value={scored}>{children}</RowScoresContext>
}

/** Nothing until the answer with the scores is there. */
export function ScoreCell({ store }: CellProps) {
  const { scores, profile } = use(RowScoresContext)
  const score = scores.get(store.id)
  return score && <ScoreButton store={store} {...score} profile={profile} />
}

type RowScore = NonNullable<ResponseOf<typeof listStores>['scores']>[number]
type RowScores = ReadonlyMap<number, RowScore>

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

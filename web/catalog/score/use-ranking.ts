import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StoreScore } from '#contracts/catalog/score.ts'
import { listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { qKept } from '#web/api/query.ts'
import type { StoresQuery } from '#web/catalog/list/list-address.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'

/** As many rows as the editor ranks; the list has them all. */
const RANKED_ROWS = 50
/** A slider that moves asks once it pauses for this long. */
const DEBOUNCE_MS = 80

export type RankedRow = {
  store: StoreSummary
  score: StoreScore
  /** Places won since the saved profile, below 0 lost; null = it was not among the rows. */
  moved: number | null
}

const queryOf = (stores: StoresQuery, profile: string) => ({
  query: {
    ...stores,
    profile,
    page: '0',
    size: String(RANKED_ROWS),
    sortBy: 'score' as const,
    sortDirection: 'DESC' as const,
    withScores: 'factors' as const,
  },
})

/** The first stores by the profile that is being edited, beside their places by the saved one. */
export function useRanking(stores: StoresQuery, saved: string, edited: string) {
  const before = useQuery(qKept(listStores, queryOf(stores, saved)))
  const now = useQuery(qKept(listStores, queryOf(stores, useDebouncedValue(edited, DEBOUNCE_MS))))
  const rows = useMemo(() => rankedRows(now.data, before.data), [now.data, before.data])
  return { query: now, rows }
}

export type Ranking = ReturnType<typeof useRanking>

type Answer = {
  content: readonly StoreSummary[]
  scores?: readonly ScoredRow[] | undefined
}
type ScoredRow = Pick<StoreScore, 'points' | 'known'> & {
  id: number
  factors?: StoreScore['factors'] | undefined
}

export function rankedRows(now: Answer | undefined, before: Answer | undefined): RankedRow[] {
  if (!now) return []
  const scores = new Map(now.scores?.map((score) => [score.id, score]))
  const places = new Map((before ?? now).content.map(({ id }, place) => [id, place]))
  return now.content.flatMap((store, place) => {
    const score = scores.get(store.id)
    if (!score?.factors) return []
    const was = places.get(store.id)
    const moved = was === undefined ? null : was - place
    return [{ store, score: { ...score, factors: score.factors }, moved }]
  })
}

/** How many rows have no known value for the factor at a place of the profile. */
export const unknownAt = (rows: readonly RankedRow[], at: number): number =>
  rows.filter(({ score }) => score.factors[at]?.points === null).length

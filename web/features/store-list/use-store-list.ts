import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listStores, type StoreSummary } from '#contracts/stores.ts'
import type { Day } from '#contracts/dates.ts'
import { q } from '#web/api/query.ts'
import { includesDay } from '#web/lib/date-selection.ts'
import { listQueryOf, type ListAddress } from './list-address.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useWalk } from './use-walk.ts'

const LOOK_AGAIN_EVERY_MS = 10_000

/** The rows that the address describes. */
export function useStoreList(address: ListAddress, today: Day) {
  const query = listQueryOf(address)
  const listKey = JSON.stringify(query)
  const stores = useQuery({
    ...q(listStores, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: isGrowing(address, today) && LOOK_AGAIN_EVERY_MS,
    enabled: address.view !== 'products',
  })
  const answer = stores.isPlaceholderData ? undefined : stores.data
  const { held, letIn } = useHeldRows(listKey, answer, isNewestFirst(address))
  const shown = held?.listKey === listKey ? held.shown : null
  const walk = useWalk(query, shown?.nextCursor ?? null)
  const page = (shown ?? held?.shown ?? stores.data)?.content
  const walked = shown ? walk.rows : NO_ROWS
  const rows = useMemo(() => joined(page ?? NO_ROWS, walked), [page, walked])
  return {
    stores,
    rows,
    /** Null while it is not known, or was refused. */
    total: shown?.totalElements ?? null,
    totalPages: shown?.totalPages ?? 0,
    /** Stores that came since, held back. */
    waiting: held?.listKey === listKey ? held.waiting : 0,
    letIn,
    fresh: useFreshRows(listKey, shown?.content),
    walk,
  }
}

export type StoreListState = ReturnType<typeof useStoreList>

const NO_ROWS: readonly StoreSummary[] = []

/** A store that came down from the page above is not told twice. */
function joined(page: readonly StoreSummary[], walked: readonly StoreSummary[]): readonly StoreSummary[] {
  if (walked.length === 0) return page
  const ids = new Set(page.map(({ id }) => id))
  return [...page, ...walked.filter(({ id }) => !ids.has(id))]
}

/** New stores turn up where today is among the days. */
const isGrowing = ({ dates }: ListAddress, today: Day): boolean => includesDay(dates, today)

/** New rows come in on top. */
const isNewestFirst = ({ page, sort }: ListAddress): boolean =>
  page === 0 && sort.direction === 'DESC' && (sort.by === 'foundAt' || sort.by === 'visibleAt')

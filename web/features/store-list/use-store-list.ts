import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { listStores, type StoreSummary } from '#contracts/stores.ts'
import type { Day } from '#contracts/dates.ts'
import { q } from '#web/api/query.ts'
import { includesDay } from '#web/lib/date-selection.ts'
import { useLiveTotal } from '#web/lib/live-stores.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { listQueryOf, type ListAddress, storesQueryOf } from './list-address.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useWalk } from './use-walk.ts'

const SETTLED_AFTER_MS = 1_500
/** Polling interval when the live stream does not work, for example behind a proxy that buffers its messages. */
const LOOK_AGAIN_EVERY_MS = 10_000

/** The rows for the address. */
export function useStoreList(address: ListAddress, today: Day) {
  const query = listQueryOf(address)
  const listKey = JSON.stringify(query)
  const isOpen = address.view !== 'products'
  const mayGrow = isOpen && isGrowing(address, today)
  // Several quick presses should not open a stream each.
  const isSettled = useSettled(listKey, SETTLED_AFTER_MS) === listKey
  const liveTotal = useLiveTotal(storesQueryOf(address, address.view), mayGrow && isSettled)
  const stores = useQuery({
    ...q(listStores, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: mayGrow && liveTotal === null && LOOK_AGAIN_EVERY_MS,
    enabled: isOpen,
  })
  const answer = stores.isPlaceholderData ? undefined : stores.data
  useLookAgain(liveTotal, answer?.totalElements, () => void stores.refetch())
  const { held, letIn } = useHeldRows(listKey, answer, isNewestFirst(address))
  const shown = held?.listKey === listKey ? held.shown : null
  const walk = useWalk(query, shown?.nextCursor ?? null)
  const page = (shown ?? held?.shown ?? stores.data)?.content
  const walked = shown ? walk.rows : NO_ROWS
  const rows = useMemo(() => joined(page ?? NO_ROWS, walked), [page, walked])
  return {
    stores,
    rows,
    /** Null while unknown, or when the server refused. */
    total: shown?.totalElements ?? null,
    totalPages: shown?.totalPages ?? 0,
    /** Newer stores, held back. */
    waiting: held?.listKey === listKey ? held.waiting : 0,
    letIn,
    fresh: useFreshRows(listKey, shown?.content),
    walk,
  }
}

export type StoreListState = ReturnType<typeof useStoreList>

/** Refetches once for each live total that differs from the known one. */
function useLookAgain(liveTotal: number | null, known: number | undefined, lookAgain: () => void): void {
  const compare = useEffectEvent((total: number) => {
    if (known !== undefined && known !== total) lookAgain()
  })
  useEffect(() => {
    if (liveTotal !== null) compare(liveTotal)
  }, [liveTotal])
}

const NO_ROWS: readonly StoreSummary[] = []

/** Appends the further rows without stores that have moved down from the page above. */
function joined(page: readonly StoreSummary[], walked: readonly StoreSummary[]): readonly StoreSummary[] {
  if (walked.length === 0) return page
  const ids = new Set(page.map(({ id }) => id))
  return [...page, ...walked.filter(({ id }) => !ids.has(id))]
}

/** New stores appear only if the dates include today. */
const isGrowing = ({ dates }: ListAddress, today: Day): boolean => includesDay(dates, today)

/** New rows appear at the top. */
const isNewestFirst = ({ page, sort }: ListAddress): boolean =>
  page === 0 && sort.direction === 'DESC' && (sort.by === 'foundAt' || sort.by === 'visibleAt')

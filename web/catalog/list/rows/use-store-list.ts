import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Day } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { listStores, type StoreSummary } from '#contracts/stores/stores.ts'
import { call } from '#web/api/call.ts'
import { q, transportOf } from '#web/api/query.ts'
import {
  type ListAddress,
  type ListQuery,
  listQueryOf,
  storesQueryOf,
} from '#web/catalog/list/list-address.ts'
import { includesDay } from '#web/lib/dates/date-selection.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { useLiveTotal } from './live-total.ts'
import { useFreshRows, usePendingRows } from './pending-rows.ts'

const SETTLED_AFTER_MS = 1_500
/** Polling interval when the live stream does not work, for example behind a proxy that buffers its messages. */
const REFRESH_EVERY_MS = 10_000

/** The rows for the address. */
export function useStoreList(address: ListAddress, today: Day) {
  const query = listQueryOf(address)
  const listKey = JSON.stringify(query)
  const isOpen = address.view !== 'products'
  const mayGrow = isOpen && isGrowing(address, today)
  // Several quick presses should not open a stream each.
  const isSettled = useDebouncedValue(listKey, SETTLED_AFTER_MS) === listKey
  const liveTotal = useLiveTotal(storesQueryOf(address, address.view), mayGrow && isSettled)
  const stores = useQuery({
    ...q(listStores, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: mayGrow && liveTotal === null && REFRESH_EVERY_MS,
    enabled: isOpen,
  })
  const answer = stores.isPlaceholderData ? undefined : stores.data
  useRefreshOnChange(liveTotal, answer?.totalElements, () => void stores.refetch())
  const { held, letIn } = usePendingRows(listKey, answer, isNewestFirst(address))
  const shown = held?.listKey === listKey ? held.shown : null
  const walk = useMoreRows(query, shown?.nextCursor ?? null)
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
function useRefreshOnChange(
  liveTotal: number | null,
  known: number | undefined,
  lookAgain: () => void,
): void {
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

export const MORE_ROWS_STEP = 50

type Page = ResponseOf<typeof listStores>

/**
 * Loads the rows below the page, step by step to the last one. Each step continues after the last row, so that no store appears twice or is
 * skipped while new stores arrive above. The rows stay cached for a while, so that Back finds them and the scroll position.
 */
function useMoreRows(query: ListQuery, after: string | null) {
  const client = useQueryClient()
  const queryKey = [listStores.name, 'walk', query, after]
  const key = JSON.stringify(queryKey)
  const [begunKey, setBegun] = useState('')
  const hasBegun = begunKey === key || client.getQueryData(queryKey) !== undefined
  const walk = useInfiniteQuery<Page, Error, InfiniteData<Page>, typeof queryKey, string>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        transportOf(client),
        listStores,
        { query: { ...query, page: '0', size: String(MORE_ROWS_STEP), cursor: pageParam } },
        signal,
      ),
    initialPageParam: after ?? '',
    getNextPageParam: (last) => last.nextCursor,
    enabled: after !== null && hasBegun,
    // A refetch would move every row below.
    staleTime: Infinity,
  })
  return {
    rows: hasBegun ? (walk.data?.pages.flatMap(({ content }) => content) ?? NO_MORE_ROWS) : NO_MORE_ROWS,
    /** There are more rows. */
    canGoOn: hasBegun ? !walk.data || walk.hasNextPage : after !== null,
    isWalking: walk.isFetching,
    hasFailed: walk.isError || walk.isFetchNextPageError,
    goOn() {
      if (!hasBegun) setBegun(key)
      else if (walk.data) void walk.fetchNextPage()
      else void walk.refetch()
    },
  }
}

const NO_MORE_ROWS: readonly StoreSummary[] = []

import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Day } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { call } from '#web/api/call.ts'
import { qKept, refetchEvery, transportOf } from '#web/api/query.ts'
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
import { useRowScores } from './score-cell.tsx'

const DEBOUNCE_MS = 1_500
/**
 * Polling interval when the live stream does not work, for example behind a proxy that buffers its
 * messages.
 */
const REFRESH_EVERY_MS = 10_000

export function useStoreList(address: ListAddress, today: Day) {
  const query = listQueryOf(address)
  const listKey = JSON.stringify(query)
  const isOpen = address.view !== 'products'
  // New stores appear only if the dates include today.
  const mayGrow = isOpen && includesDay(address.dates, today)
  // Several quick presses should not open a stream each.
  const isStable = useDebouncedValue(listKey, DEBOUNCE_MS) === listKey
  const liveTotal = useLiveTotal(storesQueryOf(address, address.view), mayGrow && isStable)
  const stores = useQuery({
    ...qKept(listStores, { query }),
    refetchInterval: refetchEvery(mayGrow && liveTotal === null && REFRESH_EVERY_MS),
    enabled: isOpen,
  })
  const answer = stores.isPlaceholderData ? undefined : stores.data
  useRefreshOnChange(liveTotal, answer?.totalElements, () => void stores.refetch())
  const { current, showPending } = usePendingRows(listKey, answer)
  const shown = current?.listKey === listKey ? current.shown : null
  const moreRows = useMoreRows(query, shown?.nextCursor ?? null)
  const page = (shown ?? current?.shown ?? stores.data)?.content
  const further = shown ? moreRows.rows : NO_ROWS
  const scores = useRowScores(listKey, answer?.scores, moreRows.scores)
  const rows = useMemo(() => appendRows(page ?? NO_ROWS, further), [page, further])
  return {
    stores,
    rows,
    /** By id; of rows of an answer that has them. */
    scores,
    /** Null while unknown, or when the server refused. */
    total: shown?.totalElements ?? null,
    /** When the rows do not include the latest changes: the moment up to which they do. */
    asOf: answer?.asOf ?? null,
    totalPages: shown?.totalPages ?? 0,
    /** Newer stores, held back. */
    pendingCount: current?.listKey === listKey ? current.pendingCount : 0,
    showPending,
    fresh: useFreshRows(listKey, shown?.content),
    moreRows,
  }
}

export type StoreListState = ReturnType<typeof useStoreList>

/** Refetches once for each live total that differs from the known one. */
function useRefreshOnChange(
  liveTotal: number | null,
  known: number | undefined,
  refetch: () => void,
): void {
  const compare = useEffectEvent((total: number) => {
    if (known !== undefined && known !== total) refetch()
  })
  useEffect(() => {
    if (liveTotal !== null) compare(liveTotal)
  }, [liveTotal])
}

const NO_ROWS: readonly StoreSummary[] = []

/** Appends the further rows without stores that have moved down from the page above. */
function appendRows(
  page: readonly StoreSummary[],
  further: readonly StoreSummary[],
): readonly StoreSummary[] {
  if (further.length === 0) return page
  const ids = new Set(page.map(({ id }) => id))
  return [...page, ...further.filter(({ id }) => !ids.has(id))]
}

export const MORE_ROWS_STEP = 50

type Page = ResponseOf<typeof listStores>

/**
 * Loads the rows below the page, step by step to the last one. Each step continues after the last
 * row, so that no store appears twice or is skipped while new stores arrive above. The rows stay
 * cached for a while, so that Back finds them and the scroll position.
 */
function useMoreRows(query: ListQuery, after: string | null) {
  const client = useQueryClient()
  const queryKey = [listStores.name, 'more', query, after]
  const key = JSON.stringify(queryKey)
  const [startedKey, setStartedKey] = useState('')
  const hasStarted = startedKey === key || client.getQueryData(queryKey) !== undefined
  const moreRows = useInfiniteQuery<Page, Error, InfiniteData<Page>, typeof queryKey, string>({
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
    enabled: after !== null && hasStarted,
    // A refetch would move every row below.
    staleTime: Infinity,
  })
  const pages = hasStarted ? moreRows.data?.pages : undefined
  return {
    rows: pages?.flatMap(({ content }) => content) ?? NO_ROWS,
    scores: pages?.flatMap(({ scores }) => scores ?? []) ?? [],
    hasMore: hasStarted ? !moreRows.data || moreRows.hasNextPage : after !== null,
    isLoading: moreRows.isFetching,
    hasFailed: moreRows.isError || moreRows.isFetchNextPageError,
    loadMore() {
      if (!hasStarted) setStartedKey(key)
      else if (moreRows.data) void moreRows.fetchNextPage()
      else void moreRows.refetch()
    },
  }
}

import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listStores, type StoreSummary } from '#contracts/stores.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import type { ListQuery } from './list-address.ts'

export const WALK_STEP = 50

type Page = ResponseOf<typeof listStores>

/**
 * Loads the rows below the page, step by step to the last one. Each step continues after the last row, so that no store appears twice or is
 * skipped while new stores arrive above. The rows stay cached for a while, so that Back finds them and the scroll position.
 */
export function useWalk(query: ListQuery, after: string | null) {
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
        { query: { ...query, page: '0', size: String(WALK_STEP), cursor: pageParam } },
        signal,
      ),
    initialPageParam: after ?? '',
    getNextPageParam: (last) => last.nextCursor,
    enabled: after !== null && hasBegun,
    // A refetch would move every row below.
    staleTime: Infinity,
  })
  return {
    rows: hasBegun ? (walk.data?.pages.flatMap(({ content }) => content) ?? NO_ROWS) : NO_ROWS,
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

const NO_ROWS: readonly StoreSummary[] = []

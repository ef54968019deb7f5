import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { listStores } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { useIsLate } from '#web/lib/use-is-late.ts'
import { type ListAddress, listQueryOf } from './list-address.ts'
import { prefetchRows } from './prefetch-rows.ts'
import { standsTillRows } from './stands-till-rows.ts'

/** Short enough to go unnoticed; after that, the list shows that it is waiting. */
const LATE_AFTER_MS = 150

/**
 * The address to render: the requested one once its rows have arrived, until then the previous one, though not for long. A change within
 * the list thus renders once, with its rows, instead of first without them.
 */
export function useRowsFirst<Step extends { address: ListAddress }>(asked: Step): Step {
  const client = useQueryClient()
  const [drawn, setDrawn] = useState(asked)
  const isAnswered = useIsAnswered(asked.address)
  const isWaiting = drawn !== asked && standsTillRows(drawn.address, asked.address, isAnswered)
  const isLate = useIsLate(isWaiting, LATE_AFTER_MS)
  useEffect(() => {
    // Back and Forward start no call themselves.
    if (isWaiting) void prefetchRows(client, asked.address)
  }, [client, isWaiting, asked])
  if (isWaiting && !isLate) return drawn
  if (drawn !== asked) setDrawn(asked)
  return asked
}

/** Whether the server has answered or refused the call. */
function useIsAnswered(address: ListAddress): boolean {
  const cache = useQueryClient().getQueryCache()
  const hash = useMemo(() => hashKey(q(listStores, { query: listQueryOf(address) }).queryKey), [address])
  const read = () => (cache.get(hash)?.state.status ?? 'pending') !== 'pending'
  return useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    read,
    read,
  )
}

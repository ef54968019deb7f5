import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { AnyEndpoint, ResponseOf } from '#contracts/endpoint.ts'

type Known<T> = { answer: T | null; isAwaited: boolean }

/**
 * State of a call that a loader makes. The hook starts no call itself, so it does not import the
 * query scripts and suits content at the top of a page. `name` is the endpoint's name.
 */
export function useKnownAnswer<E extends AnyEndpoint>(
  name: string,
  input: object = {},
): Known<ResponseOf<E>> {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const read = () => client.getQueryState<ResponseOf<E>>([name, input])
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    read,
    read,
  )
  // A running loader may not have started the call yet.
  const isAwaited = !state || (state.data === undefined && state.fetchStatus === 'fetching')
  return { answer: state?.data ?? null, isAwaited }
}

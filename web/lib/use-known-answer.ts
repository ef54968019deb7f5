import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { AnyEndpoint, ResponseOf } from '#contracts/endpoint.ts'

type Known<T> = { answer: T | null; isAwaited: boolean }

/**
 * What is known of a call that a loader makes, and whether it is under way. It asks for nothing itself, and so comes without
 * the scripts that ask: for what stands on a page before anything else. `name` is the endpoint's.
 */
export function useKnownAnswer<E extends AnyEndpoint>(name: string): Known<ResponseOf<E>> {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const read = () => client.getQueryState<ResponseOf<E>>([name, {}])
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    read,
    read,
  )
  // A loader that has begun may not have come to the call yet.
  const isAwaited = !state || (state.data === undefined && state.fetchStatus === 'fetching')
  return { answer: state?.data ?? null, isAwaited }
}

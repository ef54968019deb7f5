import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the server's HTML and while it is taken over: what only this browser knows must not show before. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

import { useSyncExternalStore } from 'react'

const cache = new Map<string, MediaQueryList>()

/** One list per query: creating one on every render would cost more than the render. */
function mediaOf(query: string): MediaQueryList {
  const media = cache.get(query) ?? matchMedia(query)
  cache.set(query, media)
  return media
}

/** Below it there is no rail, and a row has two lines instead of columns. */
export const ROOM_FOR_TABLE = '(min-width: 56.25rem)'
export const NARROW = `not all and ${ROOM_FOR_TABLE}`

/** For decisions that CSS alone cannot make; false on the server. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = mediaOf(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => mediaOf(query).matches,
    () => false,
  )
}

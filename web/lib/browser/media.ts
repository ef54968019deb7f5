import { useSyncExternalStore } from 'react'

const cache = new Map<string, MediaQueryList>()

/** One list per query: creating one on every render would cost more than the render. */
function mediaOf(query: string): MediaQueryList {
  const media = cache.get(query) ?? matchMedia(query)
  cache.set(query, media)
  return media
}

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

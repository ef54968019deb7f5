import { useSyncExternalStore } from 'react'

const asked = new Map<string, MediaQueryList>()

/** One list for each query: a new one each time that a component is drawn would cost more than the drawing. */
function mediaOf(query: string): MediaQueryList {
  const media = asked.get(query) ?? matchMedia(query)
  asked.set(query, media)
  return media
}

/** Whether the media query holds; false on the server. For what CSS alone cannot decide, such as what is a table. */
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

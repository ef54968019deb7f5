import { useSyncExternalStore } from 'react'

/** Whether the media query holds; false on the server. For what CSS alone cannot decide, such as what is a table. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

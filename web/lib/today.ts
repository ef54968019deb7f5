import { useSyncExternalStore } from 'react'
import { dayOf, type Day } from '#contracts/dates.ts'

const CHECK_EVERY_MS = 20_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

const current = () => dayOf(new Date())

/** The current UTC day; it updates on a page that stays open over midnight. */
export const useToday = (): Day => useSyncExternalStore(subscribe, current, current)

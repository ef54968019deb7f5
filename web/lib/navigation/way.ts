import { createDatedItem, type ItemStorage } from '#web/lib/browser/browser-storage.ts'
import type { Session } from '#web/lib/session/session-store.ts'
import { isPaid } from '#web/lib/session/session.tsx'
import { type WorkScreen, workScreenOf } from './work-screen.ts'

/** Where a visitor was going who has to log in or to choose a plan first. */
export type Way = { address: string; screen: WorkScreen }

/** Stands for our own host, whatever its name: no address may leave it. */
const HERE = 'https://here.invalid'
const MAX_LENGTH = 2_000

/**
 * Only a screen of work on this host. Checked when it is kept and again when it is used, because
 * storage is untrusted.
 */
export function readAddress(text: unknown): Way | null {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !text.startsWith('/')) return null
  if (!URL.canParse(text, HERE)) return null
  const { origin, pathname, search, hash } = new URL(text, HERE)
  if (origin !== HERE) return null
  const screen = workScreenOf({ pathname, search, state: null })
  return screen && { address: pathname + search + hash, screen }
}

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

// Not from `contracts/dates.ts`, which would bring its schemas into the scripts of every page.
const KEPT_MS = 60 * 60_000
// In local storage, because the link of a mail opens another tab.
const kept = createDatedItem('way', KEPT_MS, (stored) => readAddress(stored)?.address ?? null)

export const readWay = (nowMs: number, storage?: ItemStorage): Way | null =>
  readAddress(kept.read(nowMs, storage))

export function rememberWay(
  place: Place = location,
  nowMs = Date.now(),
  storage?: ItemStorage,
): void {
  const way = readAddress(place.pathname + place.search + place.hash)
  if (way) kept.save(way.address, nowMs, storage)
}

/** Their pages say themselves what a guest may do there. */
const openToGuests: readonly WorkScreen[] = ['api', 'settings', 'console']

/** Forgets the place. Null if there is none, or the plan does not include it. */
export function takeWay(session: Session): string | null {
  const way = readWay(Date.now())
  if (!way || !(isPaid(session) || openToGuests.includes(way.screen))) return null
  kept.clear()
  return way.address
}

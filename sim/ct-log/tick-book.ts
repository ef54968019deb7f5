import type { WorldState } from '../world-state.ts'
import { certificatesOf, type LoggedCertificate } from './tick-certificates.ts'

/** The certificates of one tick of the state, rebuilt or cached from a recent call. */
export type TickBook = (number: number) => readonly LoggedCertificate[]

// A busy second has thousands of certificates and a quiet hour a dozen, so the cache counts
// certificates, not ticks.
const REMEMBERED_CERTIFICATES = 16_000

/**
 * Shared by all logs: readers are at about the same position in each, and most certificates are in
 * two of them.
 */
export function createTickBook(state: WorldState): TickBook {
  const known = new Map<number, readonly LoggedCertificate[]>()
  let held = 0
  const forgetOldest = (): void => {
    for (const [number, certificates] of known) {
      if (held <= REMEMBERED_CERTIFICATES || known.size === 1) return
      known.delete(number)
      held -= certificates.length
    }
  }
  return (number) => {
    const tick = state.ticks[number]
    if (!tick) return []
    const before = known.get(number)
    known.delete(number)
    const certificates = before ?? certificatesOf(state, tick)
    known.set(number, certificates)
    if (!before) held += certificates.length
    forgetOldest()
    return certificates
  }
}

import { hash, fraction } from '../random.ts'
import { DAY_MS } from '../time.ts'
import { VALIDITY_DAYS } from './certificate.ts'
import type { LogEntry } from './log-entry.ts'
import { noiseNames } from './noise-names.ts'

const ENTRIES = 300
const SPAN_DAYS = 60

/**
 * The content of the past shard: certificates of unrelated hosts, all logged and expiring before
 * the world's first certificate.
 */
export function pastEntries(seed: number, boundaryMs: number): LogEntry[] {
  const lastLoggedMs = boundaryMs - VALIDITY_DAYS * DAY_MS
  const stepMs = (SPAN_DAYS * DAY_MS) / ENTRIES
  return Array.from({ length: ENTRIES }, (_, number) => {
    const salt = hash(seed, 'past', number)
    const loggedMs = Math.floor(
      lastLoggedMs - (ENTRIES - number) * stepMs + fraction(salt, 'moment') * stepMs,
    )
    return {
      certificate: {
        ...noiseNames(hash(seed, 'past'), number),
        salt,
        loggedMs,
        preLogs: 0,
        finalLogs: 0,
      },
      isPrecertificate: true,
    }
  })
}

import type { Logger } from 'pino'
import { scrubMissingAddress } from './scrub-address.ts'

const HOUR_MS = 60 * 60 * 1_000
/** Scanners ask for thousands of paths that never were ours; the log stays readable without the rest of them. */
const MOST_PATHS_PER_HOUR = 500

/** Logs paths that no page answers: each once an hour, without its query, and only so many. Who asked is not noted. */
export function createMissingPageLog({ log, now }: { log: Logger; now: () => Date }) {
  const told = new Set<string>()
  let hour = 0
  return (address: string): void => {
    const current = Math.floor(now().getTime() / HOUR_MS)
    if (current !== hour) told.clear()
    hour = current
    const [path = ''] = scrubMissingAddress(address).split('?', 1)
    if (told.has(path) || told.size >= MOST_PATHS_PER_HOUR) return
    told.add(path)
    log.info({ event: 'page.missing', path }, 'no page at this path')
  }
}

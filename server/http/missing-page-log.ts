import type { Logger } from 'pino'
import { scrubMissingAddress } from './scrub-address.ts'

const HOUR_MS = 60 * 60 * 1_000
/** Scanners request thousands of paths that never existed; the limit keeps the log readable. */
const MOST_PATHS_PER_HOUR = 500

/** Logs paths without a page: each once an hour, without its query, and up to a limit. The caller is not logged. */
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

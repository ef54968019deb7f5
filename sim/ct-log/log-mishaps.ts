import { fraction } from '../random.ts'

/** A random fault of a log. */
export type LogMishap = '429' | '429-retry-after' | '500' | '504' | 'html' | 'truncated'

const KINDS: readonly LogMishap[] = [
  '429',
  '429',
  '429-retry-after',
  '500',
  '504',
  'html',
  'truncated',
]

export type LogMishaps = {
  /** The fault for the next request of a log, if any; seed and request count decide. */
  next: (host: string) => { mishap: LogMishap | null; isCached: boolean; share: number }
}

/** Share of the heads that come from a cache. */
const CACHED_SHARE = 0.2

export function createLogMishaps(seed: number, mishapShare: number): LogMishaps {
  const asked = new Map<string, number>()
  return {
    next(host) {
      const number = (asked.get(host) ?? 0) + 1
      asked.set(host, number)
      const isHit = fraction(seed, 'log-mishap', host, number) < mishapShare
      const kind = Math.floor(fraction(seed, 'log-mishap-kind', host, number) * KINDS.length)
      return {
        mishap: isHit ? (KINDS[kind] ?? null) : null,
        isCached: fraction(seed, 'log-cache', host, number) < CACHED_SHARE,
        share: fraction(seed, 'log-short', host, number),
      }
    },
  }
}

import type { StoreQuery } from './scan-stores.ts'
import type { StoreMatch } from './store-match.ts'

const KEPT = 8

/**
 * The latest matches of one version: the list, its counts and its next page ask for the same stores within seconds. What an account has saved is
 * not kept.
 */
export function createRecentMatches() {
  let keptVersion = 0
  const matches = new Map<string, Promise<StoreMatch>>()
  return {
    of(version: number, query: StoreQuery, find: () => Promise<StoreMatch>): Promise<StoreMatch> {
      if (query.savedStoreIds) return find()
      if (version > keptVersion) {
        keptVersion = version
        matches.clear()
      }
      if (version < keptVersion) return find()
      const key = JSON.stringify(query)
      const known = matches.get(key)
      const match = known ?? find()
      matches.delete(key)
      matches.set(key, match)
      match.catch(() => matches.delete(key))
      const [oldest] = matches.keys()
      if (matches.size > KEPT && oldest !== undefined) matches.delete(oldest)
      return match
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { Now, StoreQuery } from './scan-stores.ts'
import type { KeptMatch } from './store-match.ts'

const MAX_ENTRIES = 12

/**
 * Caches the latest matches: the list, its counts and its next page need the same stores within seconds, and today's list is requested all
 * the time. When stores changed meanwhile, `find` can continue from the earlier match. Queries for an account's saved stores are not
 * cached.
 */
export function createRecentMatches() {
  const kept = new LRUCache<string, Now & { match: Promise<KeptMatch> }>({ max: MAX_ENTRIES })
  return {
    of(
      { table, version }: Now,
      query: StoreQuery,
      find: (earlier: KeptMatch | null) => Promise<KeptMatch>,
    ): Promise<KeptMatch> {
      if (query.savedStoreIds) return find(null)
      const key = JSON.stringify(query)
      const known = kept.get(key)
      if (known && known.version > version) return find(null)
      const match =
        known?.version === version
          ? known.match
          : (known?.match ?? Promise.resolve(null)).catch(() => null).then(find)
      kept.set(key, { table, version, match })
      match.catch(() => kept.delete(key))
      return match
    },
  }
}

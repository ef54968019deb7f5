import { LRUCache } from 'lru-cache'
import type { Now, StoreQuery } from './scan-stores.ts'
import type { KeptMatch } from './store-match.ts'

const MAX_ENTRIES = 12

/**
 * The latest matches: the list, its counts and its next page ask for the same stores within seconds, and the list of today is asked for all the
 * time; when stores changed meanwhile, `find` can go on from the earlier match. What an account has saved is not kept.
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

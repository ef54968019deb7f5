import type { SearchView } from '#contracts/saved-searches.ts'
import { readSearchQuery } from '#contracts/search-query.ts'
import type { FilterChoice } from '#contracts/store-filters.ts'
import type { AppContext } from '#server/context.ts'
import { findSavedStoreIds } from '#server/features/saved/find-saved.ts'
import type { StoreQuery } from '#server/search/scan-stores.ts'
import type { StoreMatch } from '#server/search/store-match.ts'

type Search = { user_id: string; view: SearchView; query: string }
type Deps = Pick<AppContext, 'db' | 'storeIndex'>

const WITH_EMAIL: FilterChoice = { include: ['yes'], exclude: [], unknown: false }

/** The stores that match a saved search. Null for a search that can no longer be parsed: it matches nothing rather than everything. */
export async function findMatches(
  { db, storeIndex }: Deps,
  { user_id: userId, view, query: text }: Search,
  { days = null, visibleAfter }: Pick<Partial<StoreQuery>, 'days' | 'visibleAfter'> = {},
): Promise<StoreMatch | null> {
  const reading = readSearchQuery(text)
  if (reading.kind === 'refused') return null
  const { scope, choices: asked } = reading.query
  // A lead is a store with an e-mail address.
  const choices = view === 'leads' ? { ...asked, email: WITH_EMAIL } : asked
  const savedStoreIds = choices.saved ? await findSavedStoreIds(db, userId) : undefined
  return storeIndex.find({ days, scope, choices, savedStoreIds, visibleAfter })
}

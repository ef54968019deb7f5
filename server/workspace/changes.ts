import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type { listChanges as endpoint } from '#contracts/workspace/changes.ts'
import {
  type CatalogContext,
  type CatalogRequest,
  type ChangeScope,
  findSavedStoreIds,
  listStoreChanges,
  shownStores,
} from '#server/catalog/api.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { followedBy } from './follows/follows.ts'
import { findMatches, findSearch } from './saved-searches/saved-search-rows.ts'

/**
 * @throws AppError `not_found` for another account's search, `invalid_request` for a search
 * together with other choices of stores, since it has its own, and for what one follows likewise
 */
export async function listChanges(
  ctx: CatalogRequest,
  { savedSearch, saved, followed, country, theme, kinds, ...page }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const stores = Object.entries({ saved, followed, country, theme }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  if (savedSearch !== undefined && stores[0]) throw invalidRequest(stores[0][0])
  // What one follows is not narrowed: its products belong to other stores.
  if (followed !== undefined && stores.length > 1)
    throw invalidRequest(stores.find(([key]) => key !== 'followed')?.[0])
  const scope = await (followed === undefined
    ? scopeOf(ctx, { userId, savedSearch, stores })
    : followedBy(ctx, userId))
  return listStoreChanges(ctx, { scope, kinds, ...page, contacts: 'counted' })
}

type Asked = { userId: UserId; savedSearch: string | undefined; stores: string[][] }

async function scopeOf(
  ctx: CatalogRequest,
  { userId, savedSearch, stores }: Asked,
): Promise<ChangeScope> {
  if (stores.some(([key]) => key !== 'saved')) {
    const query = new URLSearchParams([['launchStatus', 'all'], ...stores]).toString()
    return storesOfSearch(ctx, { user_id: userId, view: 'stores', query, profile: null })
  }
  if (stores.length > 0) return savedStoresOf(ctx, userId)
  if (savedSearch === undefined) return shownStores(ctx, userId)
  return storesOfSearch(ctx, await findSearch(ctx.db, { userId, searchId: savedSearch }))
}

type Deps = Pick<CatalogContext, 'db' | 'now' | 'storeSearch'>

export const savedStoresOf = async (
  { db }: Pick<Deps, 'db'>,
  userId: UserId,
): Promise<ChangeScope> => ({
  kind: 'stores',
  ids: await findSavedStoreIds(db, userId),
})

export const storesOfSearch = async (
  ctx: Deps,
  search: Parameters<typeof findMatches>[1],
  asked: { isNews?: boolean } = {},
): Promise<ChangeScope> => ({ kind: 'match', match: await findMatches(ctx, search, asked) })

import * as api from '#contracts/saved-searches.ts'
import { type App, route } from '#server/route.ts'
import { createSearch } from './create-search.ts'
import { listSearches } from './list-searches.ts'
import { deleteSearch, markSearchSeen, updateSearch } from './update-search.ts'

export function savedSearchRoutes(app: App): void {
  route(app, api.listSavedSearches, ({ ctx }) => listSearches(ctx))
  route(app, api.createSavedSearch, ({ ctx, body }) => createSearch(ctx, body))
  route(app, api.updateSavedSearch, ({ ctx, params, body }) => updateSearch(ctx, { ...body, ...params }))
  route(app, api.deleteSavedSearch, ({ ctx, params }) => deleteSearch(ctx, params.id))
  route(app, api.markSearchSeen, ({ ctx, params }) => markSearchSeen(ctx, params.id))
}

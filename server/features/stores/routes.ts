import * as api from '#contracts/stores.ts'
import { type App, route } from '#server/route.ts'
import { getStoreDetails } from './get-store-details.ts'
import { listStores } from './list-stores.ts'

export function storeRoutes(app: App): void {
  route(app, api.listStores, ({ ctx, query }) => listStores(ctx, query))
  route(app, api.getStoreDetails, ({ ctx, params }) => getStoreDetails(ctx, params.id))
}

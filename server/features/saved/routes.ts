import * as api from '#contracts/saved.ts'
import { type App, route } from '#server/route.ts'
import { listSavedProducts } from './list-saved-products.ts'
import { listSavedStores } from './list-saved-stores.ts'
import { listTags } from './list-tags.ts'
import { saveProduct } from './save-product.ts'
import { saveStore } from './save-store.ts'
import { unsaveProduct } from './unsave-product.ts'
import { unsaveStore } from './unsave-store.ts'

export function savedRoutes(app: App): void {
  route(app, api.saveStore, ({ ctx, body }) => saveStore(ctx, body))
  route(app, api.unsaveStore, ({ ctx, params }) => unsaveStore(ctx, Number(params.id)))
  route(app, api.listSavedStores, ({ ctx, query }) => listSavedStores(ctx, query))
  route(app, api.saveProduct, ({ ctx, body }) => saveProduct(ctx, body))
  route(app, api.unsaveProduct, ({ ctx, params }) => unsaveProduct(ctx, Number(params.savedId)))
  route(app, api.listSavedProducts, ({ ctx, query }) => listSavedProducts(ctx, query))
  route(app, api.listSavedTags, ({ ctx }) => listTags(ctx))
}

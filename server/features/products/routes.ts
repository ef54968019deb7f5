import * as api from '#contracts/products.ts'
import { listTrendingProducts as trendingEndpoint } from '#contracts/trending-products.ts'
import { type App, route } from '#server/route.ts'
import { getProduct } from './get-product.ts'
import { listStoreProducts } from './list-store-products.ts'
import { listTrendingProducts } from './list-trending-products.ts'

export function productRoutes(app: App): void {
  route(app, api.listStoreProducts, ({ ctx, params, query }) =>
    listStoreProducts(ctx, { ...params, ...query }),
  )
  route(app, trendingEndpoint, ({ ctx, query }) => listTrendingProducts(ctx, query))
  route(app, api.getProduct, ({ ctx, params }) => getProduct(ctx, params.id))
}

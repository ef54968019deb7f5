import * as bouncesApi from '#contracts/catalog/bounces.ts'
import { followStores } from '#contracts/catalog/live.ts'
import { getNiche as nicheEndpoint } from '#contracts/catalog/niche.ts'
import * as clustersApi from '#contracts/catalog/product-clusters.ts'
import * as productsApi from '#contracts/catalog/products.ts'
import {
  getPulse as pulseEndpoint,
  getSurvival as survivalEndpoint,
} from '#contracts/catalog/pulse.ts'
import { getStoreRisks as risksEndpoint } from '#contracts/catalog/risks.ts'
import { getStoreScore as scoreEndpoint } from '#contracts/catalog/score.ts'
import * as storesApi from '#contracts/catalog/stores.ts'
import { getStoreTimeline as timelineEndpoint } from '#contracts/catalog/timeline.ts'
import * as todayApi from '#contracts/catalog/today.ts'
import { listTrendingProducts as trendingEndpoint } from '#contracts/catalog/trending-products.ts'
import { getTrendFormula as trendFormulaEndpoint } from '#contracts/catalog/trending.ts'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import { limits } from './limits.ts'
import type { StoreQueryInput } from './stores/store-query.ts'
import { eventRoute } from '#server/platform/http/event-route.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { markBounce, unmark } from './bounces/mark-bounce.ts'
import type { CatalogServices } from './context.ts'
import { createStoreWatch, createThrottledQueue, streamTotal } from './live-total.ts'
import { getNiche } from './niche.ts'
import { listClusterStores } from './products/cluster-stores.ts'
import { getProductCluster } from './products/product-cluster.ts'
import { getProduct } from './products/product-details.ts'
import { listTrendingProducts } from './products/product-list.ts'
import { listStoreProducts } from './products/store-products.ts'
import { getTrendFormula } from './products/trend-formula.ts'
import { getPulse } from './pulse.ts'
import { createDetailsLimit, getStoreDetails, getStoreRisks } from './stores/store-details.ts'
import { createListCaches, listFacets, listStoreDays, listStores } from './stores/store-list.ts'
import { getStoreScore } from './stores/store-score.ts'
import { getStoreTimeline } from './stores/store-timeline.ts'
import { getSurvival } from './survival.ts'
import { createToday, endFirstRun } from './today/today.ts'

export function storeRoutes(app: App<CatalogServices>): void {
  const { db } = app.ctx
  const count = {
    details: createDetailsLimit(db, limits.storeDetails),
    score: createDetailsLimit(db, limits.storeScore),
    risks: createDetailsLimit(db, limits.storeRisks),
    timeline: createDetailsLimit(db, limits.storeTimeline),
  }
  const lists = createListCaches(app.services)
  route(app, storesApi.listStores, ({ ctx, query }) => listStores(ctx, lists, query))
  route(app, storesApi.listFacets, ({ ctx, query }) => listFacets(ctx, query))
  route(app, storesApi.listStoreDays, ({ ctx, query }) => listStoreDays(ctx, query))
  route(app, storesApi.getStoreDetails, async ({ ctx, params }) => {
    await count.details(ctx, requirePaid(ctx).userId)
    return getStoreDetails(ctx, lists.marks, params.id)
  })
  route(app, bouncesApi.markBounce, ({ ctx, params, body }) =>
    markBounce(ctx, { storeId: toStoreId(params.id), ...body }),
  )
  route(app, bouncesApi.unmarkBounce, ({ ctx, params, query }) =>
    unmark(ctx, { storeId: toStoreId(params.id), ...query }),
  )
  route(app, risksEndpoint, async ({ ctx, params }) => {
    await count.risks(ctx, requirePaid(ctx).userId)
    return getStoreRisks(ctx, params.id)
  })
  route(app, scoreEndpoint, async ({ ctx, params, query }) => {
    await count.score(ctx, requirePaid(ctx).userId)
    return getStoreScore(ctx, { ...params, ...query })
  })
  route(app, timelineEndpoint, async ({ ctx, params, query }) => {
    await count.timeline(ctx, requirePaid(ctx).userId)
    return getStoreTimeline(ctx, params.id, query)
  })
}

export function productRoutes(app: App<CatalogServices>): void {
  route(app, productsApi.listStoreProducts, ({ ctx, params, query }) =>
    listStoreProducts(ctx, { ...params, ...query }),
  )
  route(app, trendingEndpoint, ({ ctx, query }) => listTrendingProducts(ctx, query))
  route(app, productsApi.getProduct, ({ ctx, params }) => getProduct(ctx, params.id))
  route(app, clustersApi.getProductCluster, ({ ctx, params }) =>
    getProductCluster(ctx, toClusterId(params.id)),
  )
  route(app, clustersApi.listClusterStores, ({ ctx, params, query }) =>
    listClusterStores(ctx, { id: toClusterId(params.id), ...query }),
  )
}

/** Changes with a release only. */
const FORMULA_CACHING = 'public, max-age=3600'

export function trendingRoutes(app: App<CatalogServices>): void {
  route(app, trendFormulaEndpoint, getTrendFormula, { caching: FORMULA_CACHING })
}

export function todayRoutes(app: App<CatalogServices>): void {
  const getToday = createToday(app.ctx)
  route(app, todayApi.getToday, ({ ctx }) => getToday(ctx))
  route(app, todayApi.endFirstRun, ({ ctx }) => endFirstRun(ctx))
  route(app, pulseEndpoint, ({ ctx, query }) => getPulse(ctx, query))
  route(app, nicheEndpoint, ({ ctx, query }) => getNiche(ctx, query))
  route(app, survivalEndpoint, ({ ctx, query }) => getSurvival(ctx, query))
}

export function liveRoutes(app: App<CatalogServices>): void {
  const live = {
    watch: createStoreWatch({ ...app.ctx, ...app.services }),
    throttled: createThrottledQueue(),
  }
  // Safe: `query` was parsed by the schema of this very call.
  eventRoute(app, followStores, ({ ctx, query, signal }) =>
    streamTotal(ctx, query as StoreQueryInput, live, signal),
  )
}

import * as api from '#contracts/stores.ts'
import { type App, route } from '#server/route.ts'
import { createDetailsLimits } from './details-limits.ts'
import { getStoreDetails } from './get-store-details.ts'
import { listFacets } from './list-facets.ts'
import { listStoreDays } from './list-store-days.ts'
import { listStores } from './list-stores.ts'
import { createSummaryTexts } from './summary-texts.ts'

export function storeRoutes(app: App): void {
  const detailsLimits = createDetailsLimits(app.ctx.db)
  const summaryTexts = createSummaryTexts({ db: app.ctx.db, pictureAddresses: app.pictureAddresses })
  route(app, api.listStores, ({ ctx, query }) => listStores(ctx, summaryTexts, query))
  route(app, api.listFacets, ({ ctx, query }) => listFacets(ctx, query))
  route(app, api.listStoreDays, ({ ctx, query }) => listStoreDays(ctx, query))
  route(app, api.getStoreDetails, ({ ctx, params }) => getStoreDetails({ ...ctx, detailsLimits }, params.id))
}

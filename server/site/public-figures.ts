import { type DateQuery, DAY_MS, daysOf } from '#contracts/dates.ts'
import * as api from '#contracts/public.ts'
import type { Highlights, PublicStats } from '#contracts/public.ts'
import { type CatalogRequest, type CatalogServices, selectNewStores } from '#server/catalog/api.ts'
import { readAccuracyShare } from '#server/operations/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type App, route } from '#server/platform/http/route.ts'

/** The three counters. */
async function getPublicStats(ctx: CatalogRequest, query: DateQuery): Promise<PublicStats> {
  const days = daysOf(query)
  const [stores, { total: totalProducts }] = await Promise.all([
    newStoreDays(ctx),
    ctx.productSearch.find({ ...EVERY_TREND, days }),
  ])
  const inRange = days ? stores.filter(({ day }) => day >= days.from && day <= days.to) : stores
  return {
    totalStores: inRange.reduce((sum, { stores: count }) => sum + count, 0),
    storesWithEmail: inRange.reduce((sum, { leads }) => sum + leads, 0),
    totalProducts,
  }
}

const EVERY_TREND = { badges: null, title: '', stores: null }

async function newStoreDays({ storeSearch }: CatalogRequest) {
  const match = await storeSearch.find({ days: null, scope: 'new', choices: {} })
  return match.days()
}

const RECENT_STORES = 3

async function getHighlights(ctx: CatalogRequest): Promise<Highlights> {
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const [{ launched, last24h }, recent, accuracy] = await Promise.all([
    countLaunched(ctx.db, since),
    recentStores(ctx.db),
    readAccuracyShare(ctx.db),
  ])
  return { launched, last24h, accuracy, recent }
}

async function countLaunched(db: Db, since: Date): Promise<{ launched: number; last24h: number }> {
  return selectNewStores(db, null)
    .select((on) => [
      on.fn.countAll<number>().as('launched'),
      on.fn.countAll<number>().filterWhere('found_at', '>', since).as('last24h'),
    ])
    .executeTakeFirstOrThrow()
}

async function recentStores(db: Db): Promise<Highlights['recent']> {
  const rows = await selectNewStores(db, null)
    .select(['name', 'country', 'product_count', 'found_day'])
    // The day first, although the moment alone gives the same order: the index serves only this form.
    .orderBy('found_day', 'desc')
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_STORES)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    country: row.country,
    productCount: row.product_count,
    foundDay: row.found_day,
  }))
}

/** The same for every visitor, and short: counters must not contradict the list beside them for longer than a glance. */
const CACHING = 'public, max-age=5'

export function publicRoutes(app: App<CatalogServices>): void {
  route(app, api.getPublicStats, ({ ctx, query }) => getPublicStats(ctx, query), { caching: CACHING })
  route(app, api.getHighlights, ({ ctx }) => getHighlights(ctx), { caching: CACHING })
}

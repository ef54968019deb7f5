import { type DateQuery, DAY_MS, dayOf, daysOf } from '#contracts/dates.ts'
import * as api from '#contracts/site/public.ts'
import type { Highlights, PublicStats } from '#contracts/site/public.ts'
import {
  type CatalogContext,
  type CatalogRequest,
  type CatalogServices,
  selectNewStores,
} from '#server/catalog/api.ts'
import { readAccuracyShare } from '#server/operations/api.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { type App, route } from '#server/platform/http/route.ts'

async function getPublicStats(ctx: CatalogRequest, query: DateQuery): Promise<PublicStats> {
  const days = daysOf(query)
  const [stores, { total: totalProducts }] = await Promise.all([
    newStoreDays(ctx),
    ctx.productSearch.find({ ...EVERY_TREND, days }),
  ])
  const inRange = days ? stores.filter(({ day }) => day >= days.from && day <= days.to) : stores
  return {
    totalStores: sumOfStores(inRange),
    storesWithEmail: inRange.reduce((sum, { leads }) => sum + leads, 0),
    totalProducts,
  }
}

const EVERY_TREND = { badges: null, title: '', stores: null }

async function newStoreDays({ storeSearch }: Pick<CatalogContext, 'storeSearch'>) {
  const match = await storeSearch.find({ days: null, scope: 'new', choices: {} })
  return match.days()
}

const sumOfStores = (days: readonly { stores: number }[]): number =>
  days.reduce((sum, { stores }) => sum + stores, 0)

const RECENT_STORES = 3

type Launches = Pick<Highlights, 'launched' | 'last24h'>

/** The stores are read for each call: one whose owner opts out is gone at once. */
async function getHighlights(
  { db }: CatalogRequest,
  readLaunches: () => Promise<Launches>,
): Promise<Highlights> {
  const [launches, recent, accuracy] = await Promise.all([
    readLaunches(),
    recentStores(db),
    readAccuracyShare(db),
  ])
  return { ...launches, accuracy, recent }
}

async function countLaunches(
  ctx: Pick<CatalogContext, 'db' | 'now' | 'storeSearch'>,
): Promise<Launches> {
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const [launched, last24h] = await Promise.all([countAll(ctx), countSince(ctx.db, since)])
  return { launched, last24h }
}

/**
 * While the search engine is away the database counts: the landing page does not depend on the
 * engine.
 */
async function countAll(ctx: Pick<CatalogContext, 'db' | 'storeSearch'>): Promise<number> {
  try {
    return sumOfStores(await newStoreDays(ctx))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'search_unavailable')) throw error
    const { found } = await selectNewStores(ctx.db, null)
      .select((on) => on.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    return found
  }
}

async function countSince(db: Db, since: Date): Promise<number> {
  const { found } = await selectNewStores(db, null)
    .select((on) => on.fn.countAll<number>().as('found'))
    // The day too, although the moment alone gives the same stores: the index serves only this
    // form.
    .where('found_day', '>=', dayOf(since))
    .where('found_at', '>', since)
    .executeTakeFirstOrThrow()
  return found
}

async function recentStores(db: Db): Promise<Highlights['recent']> {
  const rows = await selectNewStores(db, null)
    .select(['name', 'country', 'product_count', 'found_day'])
    // The day first, although the moment alone gives the same order: the index serves only this
    // form.
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

/**
 * The same for every visitor, and short: counters must not contradict the list beside them for
 * longer than a glance.
 */
const CACHE_SECONDS = 5
const CACHING = `public, max-age=${CACHE_SECONDS}`

export function publicRoutes(app: App<CatalogServices>): void {
  const readLaunches = cacheFor(() => countLaunches({ ...app.ctx, ...app.services }), {
    forMs: CACHE_SECONDS * 1000,
    now: app.ctx.now,
  })
  route(app, api.getPublicStats, ({ ctx, query }) => getPublicStats(ctx, query), {
    caching: CACHING,
  })
  route(app, api.getHighlights, ({ ctx }) => getHighlights(ctx, readLaunches), { caching: CACHING })
}

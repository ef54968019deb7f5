import { addDays, DAY_MS, dayOf, daysOf, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import * as api from '#contracts/site/public.ts'
import { getHighlights as highlightsEndpoint, type Highlights } from '#contracts/site/highlights.ts'
import {
  type CatalogContext,
  type CatalogRequest,
  type CatalogServices,
  readOpenDetails,
  selectNewStores,
  summaryColumns,
  type SummaryRow,
} from '#server/catalog/api.ts'
import { readAccuracyTotals, readDays, readLiveLags } from '#server/operations/api.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isSearchUnavailable } from '#server/platform/errors.ts'
import { type App, route, serialized } from '#server/platform/http/route.ts'
import { createSharedTexts } from '#server/platform/http/shared-bodies.ts'
import { maskStore, presentOpenStore } from './open-store.ts'

async function countPublic(
  ctx: CatalogContext,
  days: ReturnType<typeof daysOf>,
): Promise<api.PublicStats> {
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

async function listPublicDays(
  ctx: Pick<CatalogContext, 'storeSearch' | 'now'>,
): Promise<ResponseOf<typeof api.listPublicDays>> {
  const from = addDays(dayOf(ctx.now()), 1 - MAX_RANGE_DAYS)
  const days = (await newStoreDays(ctx)).filter(({ day }) => day >= from)
  return { days: days.map(({ day, stores }) => ({ day, stores })) }
}

const sumOfStores = (days: readonly { stores: number }[]): number =>
  days.reduce((sum, { stores }) => sum + stores, 0)

const RECENT_STORES = 3
const MASKED_STORES = 5
const SHOWN_LAGS = 120

type Figures = Pick<Highlights, 'launched' | 'last24h' | 'today' | 'lag'>

/** The stores are read for each call: one whose owner opts out is gone at once. */
async function getHighlights(
  ctx: CatalogRequest,
  readFigures: () => Promise<Figures>,
): Promise<Highlights> {
  const [figures, newest, accuracy] = await Promise.all([
    readFigures(),
    readNewest(ctx),
    readAccuracyTotals(ctx.db),
  ])
  const shown = newest.map((row) => presentOpenStore(row, ctx))
  return {
    ...figures,
    accuracy,
    recent: shown.slice(0, RECENT_STORES),
    masked: shown.slice(RECENT_STORES).map(maskStore),
    proof: await readProof(ctx, newest.slice(0, RECENT_STORES).at(-1)),
    requestsPerSecond: ctx.config.PROBE_REQUESTS_PER_SECOND,
  }
}

/** Of the last open store, whose row is next to the evidence. */
async function readProof(
  ctx: CatalogRequest,
  row: SummaryRow | undefined,
): Promise<Highlights['proof']> {
  if (!row) return null
  const store = await readOpenDetails(ctx, row.id)
  return {
    name: store.name,
    launchDate: store.launchDate,
    launchConfidence: store.launchConfidence,
    launchReason: store.launchReason,
    signals: store.signals
      .filter(({ role }) => role !== 'neutral')
      .map(({ kind, at, evidence }) => ({ kind, at, path: evidence.path })),
    lagSeconds: Math.max(0, (Date.parse(store.visibleAt) - Date.parse(store.foundAt)) / 1000),
  }
}

async function readFigures(ctx: CatalogContext): Promise<Figures> {
  const now = ctx.now()
  const [days, last24h, [freshness], seconds] = await Promise.all([
    countDays(ctx),
    countSince(ctx.db, new Date(now.getTime() - DAY_MS)),
    readDays(ctx, 1),
    readLiveLags(ctx, SHOWN_LAGS),
  ])
  const { stores: launchedToday = 0, leads = 0 } = days.find(({ day }) => day === dayOf(now)) ?? {}
  const { stores = 0, p50Seconds = null, p90Seconds = null } = freshness?.live ?? {}
  return {
    launched: sumOfStores(days),
    last24h,
    today: { stores: launchedToday, leads },
    lag: { stores, p50Seconds, p90Seconds, seconds },
  }
}

/**
 * While the search engine is away the database counts: the landing page does not depend on the
 * engine.
 */
async function countDays(ctx: Pick<CatalogContext, 'db' | 'storeSearch'>) {
  try {
    return await newStoreDays(ctx)
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error
    return selectNewStores(ctx.db, null)
      .select((on) => [
        'found_day as day',
        on.fn.countAll<number>().as('stores'),
        on.fn.count<number>('email').as('leads'),
      ])
      .groupBy('found_day')
      .execute()
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

const readNewest = ({ db }: CatalogRequest) =>
  selectNewStores(db, null)
    .select(summaryColumns)
    // The day first, although the moment alone gives the same order: the index serves only this
    // form.
    .orderBy('found_day', 'desc')
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_STORES + MASKED_STORES)
    .execute()

/**
 * The same for every visitor, and short: counters must not contradict the list beside them for
 * longer than a glance.
 */
const CACHE_SECONDS = 5
const CACHING = `public, max-age=${CACHE_SECONDS}`
/** A quiet server counts for each visitor, a busy one once a second for all. */
const COUNTERS_MS = 1_000

export function publicRoutes(app: App<CatalogServices>): void {
  const read = { ...app.ctx, ...app.services }
  const forAll = { forMs: CACHE_SECONDS * 1000, now: app.ctx.now }
  const readFiguresOnce = cacheFor(() => readFigures(read), forAll)
  const counters = createSharedTexts(app.ctx, COUNTERS_MS)
  const dayTexts = createSharedTexts(app.ctx)
  route(
    app,
    api.getPublicStats,
    async ({ query }) => {
      const days = daysOf(query)
      const write = async () => JSON.stringify(api.PublicStats.parse(await countPublic(read, days)))
      return serialized(await counters(JSON.stringify(days), write))
    },
    { caching: CACHING },
  )
  route(app, highlightsEndpoint, ({ ctx }) => getHighlights(ctx, readFiguresOnce), {
    caching: CACHING,
  })
  const writeDays = async () =>
    JSON.stringify(api.listPublicDays.response.parse(await listPublicDays(read)))
  route(app, api.listPublicDays, async () => serialized(await dayTexts('', writeDays)), {
    caching: CACHING,
  })
}

import { sql } from 'kysely'
import { numberedPage } from '#contracts/paging.ts'
import * as api from '#contracts/site/sample.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  type CatalogRequest,
  type CatalogServices,
  presentTrend,
  readDayProducts,
  type SummaryRow,
} from '#server/catalog/api.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { presentOpenStore } from '#server/site/open-store.ts'
import { readSample, type SampleReading } from './read-sample.ts'

/** A past day hardly changes; only who opted out does, and that is asked for each call. */
const READ_EVERY_MS = 60_000
/** A substitute day is still filling. */
const READ_EARLY_EVERY_MS = 5_000
const CACHING = 'public, max-age=5'

const MAKE_UP_VALUES = 5
const GLANCE_LEADS = 3

export function sampleRoutes(app: App<CatalogServices>): void {
  const read = cacheFor((ctx: CatalogRequest) => readSample({ ...ctx, db: ctx.sharedDb }), {
    forMs: (reading) => (reading?.isByRule ? READ_EVERY_MS : READ_EARLY_EVERY_MS),
    now: app.ctx.now,
  })
  const readPresent = async (ctx: CatalogRequest) => {
    const reading = await read(ctx)
    return reading && withoutErased(ctx.db, reading)
  }
  route(
    app,
    api.getSample,
    async ({ ctx, query }) => {
      const reading = await readPresent(ctx)
      return { sample: reading && (await presentScreen(ctx, reading, query.page)) }
    },
    { caching: CACHING },
  )
  route(
    app,
    api.getSampleGlance,
    async ({ ctx }) => {
      const reading = await readPresent(ctx)
      return { sample: reading && (await presentGlance(ctx, reading)) }
    },
    { caching: CACHING },
  )
}

/** A store whose owner opted out is gone at once, from the list, the figures and the examples. */
async function withoutErased(db: Db, reading: SampleReading): Promise<SampleReading> {
  const ids = reading.rows.map(({ id }) => id)
  const present = await db
    .selectFrom('stores')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const isPresent = new Set(present.map(({ id }) => id))
  return {
    ...reading,
    rows: reading.rows.filter(({ id }) => isPresent.has(id)),
    opened: reading.opened.filter(({ id }) => isPresent.has(id)),
  }
}

const isLead = ({ email }: SummaryRow) => email !== null
const isReachable = (row: SummaryRow) =>
  isLead(row) && row.email_state === 'has_mx' && !row.email_bounced

const presentDay = ({
  day,
  isByRule,
  until,
  rows,
  trendingProducts,
}: SampleReading): api.SampleDay => ({
  day,
  isByRule,
  until,
  stores: rows.length,
  leads: rows.filter(isLead).length,
  reachable: rows.filter(isReachable).length,
  trendingProducts,
})

async function presentScreen(
  ctx: CatalogRequest,
  reading: SampleReading,
  page: number,
): Promise<api.SampleScreen> {
  const { rows, opened } = reading
  const size = api.SAMPLE_PAGE_SIZE
  const shown = rows.slice(page * size, (page + 1) * size)
  return {
    ...presentDay(reading),
    makeUp: makeUpOf(rows),
    list: numberedPage(
      shown.map((row) => presentOpenStore(row, ctx)),
      { page, size, total: rows.length },
    ),
    opened: opened.map(({ store }) => store),
    products: await readProducts(ctx, reading),
  }
}

async function readProducts(
  ctx: CatalogRequest,
  { trends }: SampleReading,
): Promise<api.SampleProduct[]> {
  const products = await readDayProducts(ctx, trends)
  return products.map(({ summary, trend }) => ({ ...summary, trend: presentTrend(trend) }))
}

const MAKE_UP: Record<api.SampleScreen['makeUp'][number]['name'], (row: SummaryRow) => string[]> = {
  country: ({ country }) => (country === null ? [] : [country]),
  category: ({ category }) => (category === null ? [] : [category]),
  theme: ({ theme_name: theme }) => (theme === null ? [] : [theme]),
  app: ({ apps }) => apps.map(({ name }) => name),
}

const makeUpOf = (rows: readonly SummaryRow[]): api.SampleScreen['makeUp'] =>
  (['country', 'category', 'theme', 'app'] as const).map((name) => ({
    name,
    values: mostFrequent(rows.flatMap(MAKE_UP[name])).slice(0, MAKE_UP_VALUES),
  }))

const mostFrequent = (values: readonly string[]): { value: string; stores: number }[] =>
  [...Map.groupBy(values, (value) => value)]
    .map(([value, { length: stores }]) => ({ value, stores }))
    .toSorted((one, other) => other.stores - one.stores || (one.value < other.value ? -1 : 1))

async function presentGlance(
  ctx: CatalogRequest,
  reading: SampleReading,
): Promise<ResponseOf<typeof api.getSampleGlance>['sample']> {
  const { rows, opened, trends } = reading
  const [app] = mostFrequent(rows.flatMap(({ apps }) => apps.map(({ name }) => name)))
  const lacking = rows.filter(
    (row) => isLead(row) && !row.apps.some(({ name }) => name === app?.value),
  )
  const [product = null] = await readProducts(ctx, { ...reading, trends: trends.slice(0, 1) })
  return {
    ...presentDay(reading),
    product,
    lacking: {
      app: app?.value ?? '',
      stores: lacking.length,
      leads: lacking.slice(0, GLANCE_LEADS).map((row) => presentOpenStore(row, ctx)),
    },
    store: opened.find(({ store }) => store.role === 'sure')?.store ?? null,
  }
}

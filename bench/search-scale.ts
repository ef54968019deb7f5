/**
 * Search on ClickHouse at ten million stores and a hundred million trend rows, through the engine
 * itself and over HTTP; ClickHouse is the library of `scripts/fetch-chdb.js`, or the server at
 * CLICKHOUSE_URL. Each figure is printed beside a bare sum over all rows from the same run. At the
 * end the product's API serves from the same tables. `node bench/search-scale.ts [--stores
 * 10000000] [--trends 100000000] [--rounds 60] [--changes 0] [--merged 0]` `--changes 50` rewrites
 * as many stores a second meanwhile; `--merged 1` first merges all parts, which a server in use
 * never has.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, dayStart, type Day } from '#contracts/dates.ts'
import type { FilterChoice, FilterChoices, FilterKey } from '#contracts/catalog/store-filters.ts'
import { connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { createProductSearch } from '#server/catalog/search/clickhouse/product-search.ts'
import type { ServingState } from '#server/catalog/search/clickhouse/serving-state.ts'
import { createStoreSearch } from '#server/catalog/search/clickhouse/store-search.ts'
import type { DaySpan, StoreMatch, StoreQuery } from '#server/catalog/search/search.ts'
import { startClickHouse } from '#testing/clickhouse/start-clickhouse.ts'
import { startChanges } from './search-scale/change-rows.ts'
import { fillClickHouse } from './search-scale/fill-clickhouse.ts'
import { measureApi } from './search-scale/measure-api.ts'
import { valueOf } from './workspace/asked-size.ts'

const LAST_DAY: Day = '2026-11-22'
const DAYS = 400
const DAY_MS = 86_400_000
const FILL_TIMEOUT_MS = 600_000
const PLACEMENT = { database: 'scale' }

const stores = valueOf('--stores', 10_000_000)
const trendRows = valueOf('--trends', 100_000_000)
const rounds = valueOf('--rounds', 60)
const changes = valueOf('--changes', 0)
const isMerged = valueOf('--merged', 0) === 1
const startedMs = performance.now()
const say = (line: string) =>
  process.stdout.write(
    `${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}\n`,
  )

const folder = await mkdtemp(join(tmpdir(), 'storedawn-scale-'))
await using server = await startClickHouse(folder)
if (!server) throw new Error('no ClickHouse: `node scripts/fetch-chdb.js` fetches one')
await using clickHouse = connectClickHouse(server.url)

/** Each question gets another token, so that nothing is answered from a cache. */
let token = 0
const state: ServingState = {
  current: async () => ({ generation: 1, token: String(++token), asOf: null, position: 0 }),
}
const deps = { clickHouse, placement: PLACEMENT, state }
const storeSearch = createStoreSearch(deps)
const productSearch = createProductSearch(deps)

const lastDays = (days: number): DaySpan => ({ from: addDays(LAST_DAY, 1 - days), to: LAST_DAY })
const including = (...include: string[]): FilterChoice => ({ include, exclude: [], unknown: false })
const query = (days: DaySpan, choices: FilterChoices = {}): StoreQuery => ({
  days,
  scope: 'new',
  choices,
})
const NEWEST = { sortBy: 'foundAt', direction: 'desc' } as const
const CHEAPEST = { sortBy: 'price', direction: 'asc' } as const
const BY_NAME = { sortBy: 'name', direction: 'asc' } as const
const PAGE = { offset: 0, size: 20 }
const SECOND_PAGE = { offset: 20, size: 20 }
const FACETS: FilterKey[] = ['country', 'category', 'status', 'products', 'email', 'theme']
const LISTS: FilterKey[] = ['apps', 'pixels', 'socials', 'shipsTo']
const THREE_FILTERS: FilterChoices = {
  country: { include: ['US', 'DE'], exclude: [], unknown: false },
  apps: including('app-1', 'app-2'),
  email: including('yes'),
}

const list = async (
  query: StoreQuery,
  order: Parameters<StoreMatch['page']>[0] = NEWEST,
  range = PAGE,
) => (await storeSearch.find(query, { order, range })).page(order, range)
const facets = async (days: DaySpan, keys: FilterKey[], choices: FilterChoices = {}) =>
  (await storeSearch.find(query(days, choices))).facets(keys)
const FIRST_TRENDS = { sortBy: 'score', range: PAGE } as const
const trends = async (days: DaySpan, title = '', stores: StoreQuery | null = null) =>
  (await productSearch.find({ days, badges: null, title, stores }, FIRST_TRENDS)).page(
    'score',
    PAGE,
  )

type Case = { name: string; target: number | null; work: () => Promise<unknown> }
const cases: Case[] = [
  { name: 'list of a day', target: 150, work: () => list(query(lastDays(1))) },
  { name: 'list of 90 days', target: 150, work: () => list(query(lastDays(90))) },
  { name: 'list of all days', target: 150, work: () => list(query(null)) },
  {
    name: 'three filters, 90 days',
    target: 300,
    work: () => list(query(lastDays(90), THREE_FILTERS)),
  },
  { name: 'three filters, all days', target: 300, work: () => list(query(null, THREE_FILTERS)) },
  {
    name: 'three filters, cheapest first',
    target: 300,
    work: () => list(query(null, THREE_FILTERS), CHEAPEST),
  },
  {
    name: 'three filters, cheapest, page 2',
    target: 300,
    work: () => list(query(null, THREE_FILTERS), CHEAPEST, SECOND_PAGE),
  },
  {
    name: 'three filters, by name',
    target: 300,
    work: () => list(query(null, THREE_FILTERS), BY_NAME),
  },
  {
    name: 'two words, all days',
    target: 300,
    work: () => list(query(null, { q: including('lamp moon') })),
  },
  {
    name: 'page at 50,000 of all days',
    target: 300,
    work: () => list(query(null), NEWEST, { offset: 50_000, size: 20 }),
  },
  { name: 'six counts, 90 days', target: 400, work: () => facets(lastDays(90), FACETS) },
  {
    name: 'six counts with filters, 90 days',
    target: 400,
    work: () => facets(lastDays(90), FACETS, THREE_FILTERS),
  },
  { name: 'four counts of lists, 90 days', target: 400, work: () => facets(lastDays(90), LISTS) },
  { name: 'six counts, all days', target: 1_500, work: () => facets(null, FACETS) },
  { name: 'four counts of lists, all days', target: 1_500, work: () => facets(null, LISTS) },
  {
    name: 'calendar',
    target: null,
    work: async () => (await storeSearch.find(query(null))).days(),
  },
  {
    name: 'all products, 90 days',
    target: 300,
    work: async () => (await storeSearch.find(query(lastDays(90)))).products(PAGE),
  },
  { name: 'trending on a day', target: 150, work: () => trends(lastDays(1)) },
  { name: 'trending in 30 days', target: 400, work: () => trends(lastDays(30)) },
  {
    name: 'trending in 30 days, two words',
    target: null,
    work: () => trends(lastDays(30), 'lamp moon'),
  },
  { name: 'trending in 90 days', target: 1_500, work: () => trends(lastDays(90)) },
  { name: 'trending on all days', target: null, work: () => trends(null) },
  {
    name: 'trending on all days, three filters',
    target: null,
    work: () => trends(null, '', query(null, THREE_FILTERS)),
  },
]

type Measured = { median: number; p95: number; worst: number[] }

async function measure(work: () => Promise<unknown>, times = rounds): Promise<Measured> {
  await work()
  const took: number[] = []
  for (let round = 0; round < times; round++) {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
  }
  took.sort((a, b) => a - b)
  return {
    median: took[Math.floor(times / 2)] ?? 0,
    p95: took[Math.ceil(times * 0.95) - 1] ?? 0,
    worst: took.slice(-3),
  }
}

const ms = (value: number) => value.toFixed(0).padStart(5)

async function measureCases(): Promise<void> {
  const reference = await measure(() =>
    clickHouse.select(`select count(), sum(found_at) from ${PLACEMENT.database}.stores_1`),
  )
  say(
    `reference: one column of all ${stores} stores summed up in ${reference.median.toFixed(0)} ms\n`,
  )
  for (const { name, target, work } of cases) {
    const { median, p95, worst } = await measure(work)
    const goal = target === null ? '' : `  target ${target}: ${(p95 / target).toFixed(2)}`
    say(
      `${name.padEnd(34)} median ${ms(median)} ms  P95 ${ms(p95)} ms  worst ${worst.map(ms).join('')}  : reference ${(median / reference.median).toFixed(1)}${goal}`,
    )
  }
}

try {
  const lastDay = dayStart(LAST_DAY).getTime() / DAY_MS
  await using filling = connectClickHouse(server.url, FILL_TIMEOUT_MS)
  await fillClickHouse(
    filling,
    PLACEMENT,
    { stores, trendRows, days: DAYS, lastDay, isMerged },
    say,
  )
  const writing =
    changes > 0 ? startChanges(filling, PLACEMENT, { stores, perSecond: changes }) : null
  await measureCases()
  await measureApi(`${server.url}/${PLACEMENT.database}`, say)
  if (writing) say(`meanwhile ${await writing.stop()} stores were rewritten`)
  const { rss, heapUsed } = process.memoryUsage()
  say(
    `\nthis process: ${(rss / 1e6).toFixed(0)} MB, of which ${(heapUsed / 1e6).toFixed(0)} MB heap`,
  )
  const sizes = await clickHouse.select(
    `select table, sum(bytes_on_disk), count() from system.parts where database = {database:String} and active group by table order by table`,
    { database: PLACEMENT.database },
  )
  for (const [table, bytes, parts] of sizes)
    say(
      `${String(table).padEnd(12)} ${(Number(bytes) / 1e6).toFixed(0).padStart(6)} MB in ${Number(parts)} parts`,
    )
} finally {
  await rm(folder, { recursive: true, force: true })
}

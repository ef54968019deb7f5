/**
 * Search on ClickHouse at ten million stores and a hundred million trend rows, through the engine
 * itself and over HTTP; ClickHouse is the library of `scripts/fetch-chdb.js`, or the server at
 * CLICKHOUSE_URL. Each figure is printed beside a bare sum over all rows from the same run. At the
 * end the product's API serves from the same tables. `node bench/search-scale.ts [--stores
 * 10000000] [--trends 100000000] [--rounds 60] [--changes 0] [--merged 0] [--seconds
 * 120] [--keep 0]` `--changes 50` rewrites as many stores a second meanwhile; `--merged 1` first
 * merges all parts, which a server in use never has; `--keep 1` keeps the tables in BENCH_DIR, and
 * uses those of an earlier run of the same size.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { toStoreId } from '#contracts/ids.ts'
import { addDays, dayStart, type Day } from '#contracts/dates.ts'
import type { FilterChoice, FilterChoices, FilterKey } from '#contracts/catalog/store-filters.ts'
import { type ClickHouse, connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { createProductSearch } from '#server/catalog/search/clickhouse/product-search.ts'
import type { ServingState } from '#server/catalog/search/clickhouse/serving-state.ts'
import { createStoreSearch } from '#server/catalog/search/clickhouse/store-search.ts'
import { SCHEMA_VERSION } from '#server/catalog/search/clickhouse/tables.ts'
import type { DaySpan, StoreMatch, StoreQuery } from '#server/catalog/search/search.ts'
import { marksOf } from '#testing/account-marks.ts'
import { startClickHouse } from '#testing/clickhouse/start-clickhouse.ts'
import { startChanges } from './search-scale/change-rows.ts'
import { fillClickHouse } from './search-scale/fill-clickhouse.ts'
import { measureApi } from './search-scale/measure-api.ts'
import { benchFolder, valueOf } from './workspace/asked-size.ts'
import { usageOfTree } from './process-usage.ts'

const LAST_DAY: Day = '2026-11-22'
const DAYS = 400
const DAY_MS = 86_400_000
const FILL_TIMEOUT_MS = 3_600_000
const DATABASE = 'scale'

const stores = valueOf('--stores', 10_000_000)
const trendRows = valueOf('--trends', 100_000_000)
const rounds = valueOf('--rounds', 60)
const changes = valueOf('--changes', 0)
const isMerged = valueOf('--merged', 0) === 1
const isKept = valueOf('--keep', 0) === 1
const startedMs = performance.now()
const say = (line: string) =>
  process.stdout.write(
    `${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}\n`,
  )

const kept = join(benchFolder(), `clickhouse-${SCHEMA_VERSION}-${stores}-${trendRows}`)
const folder = isKept ? kept : await mkdtemp(join(tmpdir(), 'storedawn-scale-'))
await using server = await startClickHouse(folder)
if (!server) throw new Error('no ClickHouse: `node scripts/fetch-chdb.js` fetches one')
await using clickHouse = connectClickHouse(server.url)

/** Each question gets another token, so that nothing is answered from a cache. */
let token = 0
const state: ServingState = {
  current: async () => ({ generation: 1, token: String(++token), asOf: null, position: 0 }),
}
const deps = { clickHouse, database: DATABASE, state }
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

/** Of an account that excludes as many stores, from all over the table. */
const EXCLUDED = 100_000
const excluding = (days: DaySpan, choices: FilterChoices = {}): StoreQuery => ({
  ...query(days, { ...choices, hidden: { include: [], exclude: ['yes'], unknown: false } }),
  marks: { hidden: excluded },
})
const excluded = marksOf({
  yes: Array.from({ length: EXCLUDED }, (_, at) =>
    toStoreId(1 + ((at * Math.floor(stores / EXCLUDED)) % stores)),
  ),
})

const list = async (
  query: StoreQuery,
  order: Parameters<StoreMatch['page']>[0] = NEWEST,
  range = PAGE,
) => (await storeSearch.find(query, { first: { order, range } })).page(order, range)
const facets = async (asked: StoreQuery, keys: FilterKey[]) =>
  (await storeSearch.find(asked)).facets(keys)
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
  { name: 'six counts, 90 days', target: 400, work: () => facets(query(lastDays(90)), FACETS) },
  {
    name: 'six counts with filters, 90 days',
    target: 400,
    work: () => facets(query(lastDays(90), THREE_FILTERS), FACETS),
  },
  {
    name: 'four counts of lists, 90 days',
    target: 400,
    work: () => facets(query(lastDays(90)), LISTS),
  },
  { name: 'six counts, all days', target: 1_500, work: () => facets(query(null), FACETS) },
  { name: 'four counts of lists, all days', target: 1_500, work: () => facets(query(null), LISTS) },
  {
    name: 'excluding 100,000: list of all days',
    target: 150,
    work: () => list(excluding(null)),
  },
  {
    name: 'excluding 100,000: three filters',
    target: 300,
    work: () => list(excluding(null, THREE_FILTERS)),
  },
  {
    name: 'excluding 100,000: six counts, 90 days',
    target: 400,
    work: () => facets(excluding(lastDays(90)), FACETS),
  },
  {
    name: 'excluding 100,000: six counts',
    target: 1_500,
    work: () => facets(excluding(null), FACETS),
  },
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
  {
    name: 'trending in 28 days until a month ago',
    target: 400,
    work: () => trends({ from: addDays(LAST_DAY, -57), to: addDays(LAST_DAY, -30) }),
  },
  { name: 'trending on all days', target: 1_500, work: () => trends(null) },
  {
    name: 'trending on all days, three filters',
    target: 1_500,
    work: () => trends(null, '', query(null, THREE_FILTERS)),
  },
]

/** `cpu` = processor time of ClickHouse, which another load of the machine changes less. */
type Measured = { median: number; p95: number; worst: number[]; cpu: number }

const cpuOfClickHouse = (): number =>
  1000 *
  (usageOfTree(process.pid).find(({ command }) => command.endsWith('chdb-server.ts'))?.cpuSeconds ??
    Number.NaN)

async function measure(work: () => Promise<unknown>, times = rounds): Promise<Measured> {
  await work()
  const took: number[] = []
  const cpuBefore = cpuOfClickHouse()
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
    cpu: (cpuOfClickHouse() - cpuBefore) / times,
  }
}

const ms = (value: number) => value.toFixed(0).padStart(5)

async function measureCases(work: () => Promise<unknown>): Promise<void> {
  const reference = await measure(work)
  say(
    `reference: one column of all ${stores} stores summed up in ${reference.median.toFixed(0)} ms, ${reference.cpu.toFixed(0)} ms of processor time; load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  for (const { name, target, work } of cases) {
    const { median, p95, worst, cpu } = await measure(work)
    const goal = target === null ? '' : `  target ${target}: ${(p95 / target).toFixed(2)}`
    say(
      `${name.padEnd(38)} median ${ms(median)} ms  P95 ${ms(p95)} ms  worst ${worst.map(ms).join('')}  processor ${ms(cpu)} ms  : reference ${(median / reference.median).toFixed(1)}${goal}`,
    )
  }
}

async function fillOnce(filling: ClickHouse): Promise<void> {
  const mark = join(folder, 'filled')
  if (existsSync(mark)) return
  const lastDay = dayStart(LAST_DAY).getTime() / DAY_MS
  const size = { stores, trendRows, days: DAYS, lastDay, isMerged }
  await fillClickHouse(filling, DATABASE, size, say)
  await writeFile(mark, '')
}

try {
  await using filling = connectClickHouse(server.url, FILL_TIMEOUT_MS)
  await fillOnce(filling)
  const writing =
    changes > 0 ? startChanges(filling, DATABASE, { stores, perSecond: changes }) : null
  const reference = () =>
    clickHouse.select(`select count(), sum(found_at) from ${DATABASE}.stores_1`)
  await measureCases(reference)
  await measureApi({ searchUrl: `${server.url}/${DATABASE}`, lastDay: LAST_DAY, reference, say })
  if (writing) say(`meanwhile ${await writing.stop()} stores were rewritten`)
  const { rss, heapUsed } = process.memoryUsage()
  say(
    `\nthis process: ${(rss / 1e6).toFixed(0)} MB, of which ${(heapUsed / 1e6).toFixed(0)} MB heap`,
  )
  const sizes = await clickHouse.select(
    `select table, sum(bytes_on_disk), count() from system.parts where database = {database:String} and active group by table order by table`,
    { database: DATABASE },
  )
  for (const [table, bytes, parts] of sizes)
    say(
      `${String(table).padEnd(12)} ${(Number(bytes) / 1e6).toFixed(0).padStart(6)} MB in ${Number(parts)} parts`,
    )
} finally {
  if (!isKept) await rm(folder, { recursive: true, force: true })
}

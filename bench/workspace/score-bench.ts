/**
 * Lists in the order of their score, beside the same lists in the order of finding, on a million
 * stores while one changes each second: each request with other days or filters, then each with
 * another weight as a slider moves, then the memory of the kept points.
 * `node bench/workspace/score-bench.ts [--stores 1000000] [--products 20000000] [--requests 300]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type Day } from '#contracts/dates.ts'
import {
  DEFAULT_PROFILE,
  type ScoreProfile,
  writeProfile,
} from '#contracts/catalog/score-profile.ts'
import { createRandom, pick, type Random, whole } from '#testing/random.ts'
import { askedSize, benchFolder, valueOf } from './asked-size.ts'
import { changeStores } from './change-stores.ts'
import { createGet, type Get } from './http-client.ts'
import { summarise } from './loads.ts'
import { openWorkspace } from './open-workspace.ts'
import { type Api, startApi } from './start-api.ts'

const REQUESTS = valueOf('--requests', 300)
const CHANGES_PER_SECOND = 1
const PAUSE_MS = 20
const SHORT_TARGET = 43
const LONG_TARGET = 100

/** All twelve factors, among them those that read lists of apps. */
const TWELVE_FACTORS: ScoreProfile = {
  factors: [
    { kind: 'launchAge', weight: 16, fullDays: 3 },
    { kind: 'contact', weight: 20, best: 'named' },
    { kind: 'hasApp', weight: 9, apps: ['app-1', 'app-2'] },
    { kind: 'lacksApp', weight: 5, apps: ['app-3'] },
    { kind: 'catalogueSize', weight: 8, from: 10, to: 100 },
    { kind: 'price', weight: 6, from: 25, to: 80 },
    { kind: 'category', weight: 9, all: ['beauty', 'food_drink'], half: ['fashion'] },
    { kind: 'newProducts', weight: 6, window: 7 },
    { kind: 'theme', weight: 4, themes: ['dawn', 'horizon'] },
    { kind: 'country', weight: 6, all: ['US'], half: ['CA', 'GB'] },
    { kind: 'alive', weight: 7 },
    { kind: 'risk', weight: 4 },
  ],
}

const size = askedSize()
const say = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const address = (query: Record<string, string>) => `/api/stores?${new URLSearchParams(query)}`

const row = (...cells: (string | number)[]) => say(`| ${cells.join(' | ')} |`)

type Orders = (at: number) => Record<string, string>

const BY_TIME: Orders = () => ({ sortBy: 'foundAt' })
const BY_SCORE: Orders = () => ({ sortBy: 'score' })
const BY_TWELVE: Orders = () => ({ sortBy: 'score', profile: writeProfile(TWELVE_FACTORS) })
/** As a slider moves: each request has weights that none had before. */
const BY_NEW_WEIGHTS: Orders = (at) => ({
  sortBy: 'score',
  profile: writeProfile(moved(DEFAULT_PROFILE, at)),
})

await using workspace = await openWorkspace(benchFolder(), size, say)
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
try {
  await using api = await startApi({ DATABASE_URL: workspace.url, DATA_DIR: dataDir })
  say(
    `${size.stores.toLocaleString('en')} stores, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(2)}`,
  )
  await bench(api)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function bench(api: Api): Promise<void> {
  const get = createGet(api.origin, { connections: 4, encoding: 'br, gzip' })
  const send = (path: string) => get(path, api.tokens[0])
  while ((await send('/api/stores')).status !== 200) await sleep(500)
  const before = await api.readings()
  {
    await using _ = await changeStores(workspace.url, {
      perSecond: CHANGES_PER_SECOND,
      stores: size.stores,
    })
    await compare(send)
  }
  const after = await api.readings()
  say(
    `\narrays ${ms(before.arrays)} → ${ms(after.arrays)} MB, heap ${ms(before.heap)} → ${ms(after.heap)} MB after a full collection; longest block of the event loop ${ms(after.longestBlockMs)} ms`,
  )
}

type Send = (path: string) => ReturnType<Get>
async function compare(send: Send): Promise<void> {
  row(
    'days',
    'order',
    'count',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'max ms',
    'target',
    'ratio',
    'to time',
  )
  row(...Array.from({ length: 10 }, () => '---'))
  for (const { name, spans, target } of [
    { name: 'up to 90', spans: [1, 7, 28, 90], target: SHORT_TARGET },
    { name: 'all', spans: [null], target: LONG_TARGET },
  ]) {
    const reference = await measure(send, spans, BY_TIME)
    report([name, 'found time'], reference, null, reference.p95)
    for (const [order, orders] of [
      ['default score', BY_SCORE],
      ['twelve factors', BY_TWELVE],
      ['new weights each', BY_NEW_WEIGHTS],
    ] as const)
      report([name, order], await measure(send, spans, orders), target, reference.p95)
  }
}

type Times = ReturnType<typeof summarise>

async function measure(
  send: Send,
  spans: readonly (number | null)[],
  orders: Orders,
): Promise<Times> {
  // The same days and filters for each order.
  const random = createRandom(11)
  const took: number[] = []
  let errors = 0
  for (let at = 0; at < REQUESTS; at++) {
    const path = address({ ...question(random, spans), ...orders(at), sortDirection: 'DESC' })
    const startedMs = performance.now()
    const { status } = await send(path)
    took.push(performance.now() - startedMs)
    errors += status === 200 ? 0 : 1
    await sleep(PAUSE_MS)
  }
  return summarise(took, errors)
}

/** Sometimes with a filter or on a later page, as people ask. */
function question(random: Random, spans: readonly (number | null)[]): Record<string, string> {
  const filter = pick(random, [
    {},
    { country: pick(random, ['US', 'DE', 'GB', 'FR']) },
    { email: 'yes' },
  ])
  return {
    ...daysOf(random, pick(random, spans)),
    ...filter,
    page: String(random() < 0.6 ? 0 : whole(random, 20)),
  }
}

function daysOf(random: Random, count: number | null): Record<string, Day> {
  if (count === null) return {}
  const to = addDays(size.lastDay, -whole(random, 30))
  return { dateRangeFrom: addDays(to, 1 - count), dateRangeTo: to }
}

/** Moves points from one factor to another. */
function moved({ factors }: ScoreProfile, at: number): ScoreProfile {
  const [from, to] = [
    at % factors.length,
    (at + 1 + Math.floor(at / factors.length)) % factors.length,
  ]
  const points = from === to ? 0 : 1 + (at % 9)
  return {
    factors: factors.map((factor, place) => ({
      ...factor,
      weight: factor.weight + (place === to ? points : 0) - (place === from ? points : 0),
    })),
  }
}

function report(
  [days, order]: [string, string],
  { count, errors, p50, p95, p99, max }: Times,
  target: number | null,
  reference: number,
): void {
  const promise = target === null ? ['–', '–'] : [`p95 ≤ ${target}`, (p95 / target).toFixed(2)]
  const cells = [p50, p95, p99, max].map(ms)
  row(
    days,
    order,
    errors === 0 ? count : `${count}, ${errors} failed`,
    ...cells,
    ...promise,
    (p95 / reference).toFixed(1),
  )
}

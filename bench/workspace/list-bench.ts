/**
 * The research screens' calls on a million stores and twenty million products: a steady mix of ten
 * requests a second while stores change, then the counters at 200 a second.
 * `node bench/workspace/list-bench.ts [--stores 1000000] [--products 20000000] [--seconds 120]
 * [--excluded 100000] [--profile folder] [--sql] [--only start]`; `--excluded`: each account hides as
 * many stores; `--only start`: ends after the first list and the first trends
 * Conformance: check-100
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from './api-messages.ts'
import { askedSize, benchFolder, valueOf } from './asked-size.ts'
import { proportionalMegabytes, usageOfTree } from '../process-usage.ts'
import { changeStores } from './change-stores.ts'
import { createGet, type Get } from './http-client.ts'
import { hideStores } from './hide-stores.ts'
import { openLoad, summarise, type Times } from './loads.ts'
import { openWorkspace, type Workspace } from './open-workspace.ts'
import { createRandom } from '#testing/random.ts'
import { CLASSES, daysBefore, nextRequest, type RequestClass } from './request-mix.ts'
import { type Api, startApi } from './start-api.ts'

const PER_SECOND = 10
const STATS_PER_SECOND = 200
const STATS_MS = 20_000
const WARM_UP_MS = 15_000
const FIRST_WITHIN_MS = 300_000
/** The write load of an API and a pipeline: a store that is found or changed. */
const CHANGES_PER_SECOND = 1
const MIX_MS = valueOf('--seconds', 120) * 1000
const DEFAULT_LIST = '/api/stores'
const FIRST_PRODUCTS = '/api/trending/products'

const P95_TARGETS: Partial<Record<RequestClass, number>> = {
  list: 50,
  'list, filtered': 50,
  'facets, up to 90 days': 150,
  'facets, all days': 400,
  'products, trending': 80,
  'products, all': 80,
}
const LIST_P99_TARGET = 300
const STATS_P99_TARGET = 150
const MOST_QUERIES = 5

const size = askedSize()
const say = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const inSeconds = (millis: number) => (millis / 1000).toFixed(1)
const usageOf = (pid: number) => usageOfTree(pid).find((usage) => usage.pid === pid)
const rssOf = (pid: number): number => usageOf(pid)?.rssMegabytes ?? Number.NaN
const sayPhase = (name: string) => say(`\n${name} (load before: ${loadavg()[0]?.toFixed(2)})\n`)
const row = (...cells: (string | number)[]) => say(`| ${cells.join(' | ')} |`)
function table(...heads: string[]): void {
  row(...heads)
  row(...heads.map(() => '---'))
}

await using workspace = await openWorkspace(benchFolder(), size, say)
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
try {
  await bench(workspace)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function bench({ url, postgres }: Workspace): Promise<void> {
  say(
    `${size.stores.toLocaleString('en')} stores, ${size.products.toLocaleString('en')} products, PostgreSQL ${postgres.version}, ${availableParallelism()} cores`,
  )
  const excluded = valueOf('--excluded', 0)
  if (excluded > 0) {
    await hideStores(url, excluded)
    say(`each account hides ${excluded.toLocaleString('en')} stores`)
  }
  const profile = process.argv.indexOf('--profile')
  const startedMs = performance.now()
  await using api = await startApi(
    { DATABASE_URL: url, DATA_DIR: dataDir },
    profile < 0 ? undefined : process.argv[profile + 1],
  )
  const get = createGet(api.origin, { connections: 64, encoding: 'br, gzip' })
  const send = (path: string, nth: number) => get(path, api.tokens[nth % api.tokens.length])
  await timeFirst(api, get, startedMs)
  if (process.argv.includes('start')) return
  await countStatements(api, send)
  await runMix(send, WARM_UP_MS, 1)
  sayPhase(
    `${PER_SECOND} mixed requests/s for ${MIX_MS / 1000} s, ${CHANGES_PER_SECOND} store changed per second`,
  )
  {
    await using _ = await changeStores(url, { perSecond: CHANGES_PER_SECOND, stores: size.stores })
    const before = usageOf(api.pid)?.cpuSeconds ?? Number.NaN
    const samples = await runMix(send, MIX_MS, 2)
    reportMix(samples)
    const usedMs = 1000 * ((usageOf(api.pid)?.cpuSeconds ?? Number.NaN) - before)
    say(`processor time of the API: ${ms(usedMs / samples.length)} ms for each request`)
  }
  await sayReadings(api, 'after the mix')
  await benchStats(get)
}

/**
 * Time from the start of the process to the first answer; the API may ask callers to retry in the
 * meantime.
 */
async function timeFirst(api: Api, get: Get, startedMs: number): Promise<void> {
  const before = rssOf(api.pid)
  const listensMs = performance.now() - startedMs
  let refusals = 0
  while (true) {
    const { status } = await get(DEFAULT_LIST, api.tokens[0])
    if (status === 200) break
    if (status !== 503 || performance.now() - startedMs > FIRST_WITHIN_MS)
      throw new Error(`the first list was answered with ${status}`)
    refusals++
    await sleep(500)
  }
  const firstMs = performance.now() - startedMs
  say(
    `the process listens after ${inSeconds(listensMs)} s, the first list is answered after ${inSeconds(firstMs)} s (${refusals} refusals meanwhile); resident memory of the API ${ms(before)} → ${ms(rssOf(api.pid))} MB`,
  )
  await get(FIRST_PRODUCTS, api.tokens[0])
  say(
    `the first trends are answered after ${inSeconds(performance.now() - startedMs)} s; processor time of the API ${usageOf(api.pid)?.cpuSeconds.toFixed(1)} s`,
  )
  await sayReadings(api, 'after the start')
}

async function sayReadings(api: Api, when: string): Promise<void> {
  const { heap, arrays, longestBlockMs } = await api.readings()
  const [rss, pss] = [rssOf(api.pid), proportionalMegabytes(api.pid) ?? Number.NaN]
  say(
    `\n${when}: heap ${ms(heap)} MB and arrays ${ms(arrays)} MB after a full collection, resident ${ms(rss)} MB (PSS ${ms(pss)} MB), longest block of the event loop ${ms(longestBlockMs)} ms`,
  )
}

type Send = (path: string, nth: number) => ReturnType<Get>

/** Database queries of one request per class, the second of its kind. */
async function countStatements(api: Api, send: Send): Promise<void> {
  const random = createRandom(3)
  sayPhase('Queries per request')
  table('request', 'queries', 'target', 'ratio')
  const paths = new Map<string, string>([['stats', daysBefore(random, size)]])
  while (paths.size <= CLASSES.length) {
    const { kind, path } = nextRequest(random, size)
    paths.set(kind, path)
  }
  for (const [kind, path] of paths) {
    await send(path, 0)
    const statements = await api.statementsOf(() => send(path, 0))
    row(kind, statements.length, MOST_QUERIES, (statements.length / MOST_QUERIES).toFixed(2))
    if (process.argv.includes('--sql')) sayStatements(path, statements)
  }
}

function sayStatements(path: string, statements: readonly Statement[]): void {
  say(`  ${path}`)
  for (const { text, values } of statements)
    say(`    ${text.replaceAll(/\s+/g, ' ').trim()}  ${JSON.stringify(values).slice(0, 200)}`)
}

async function runMix(send: Send, forMs: number, seed: number) {
  const random = createRandom(seed)
  return openLoad({
    perSecond: PER_SECOND,
    forMs,
    random,
    next: () => nextRequest(random, size),
    send,
  })
}

function reportMix(samples: Awaited<ReturnType<typeof runMix>>): void {
  table('request', 'count', 'errors', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'target', 'ratio')
  for (const kind of CLASSES) {
    const own = samples.filter((sample) => sample.kind === kind)
    const target = P95_TARGETS[kind]
    reportTimes(kind, timesOf(own), target === undefined ? undefined : ['p95', target])
  }
  const lists = samples.filter(({ kind }) => kind.startsWith('list'))
  reportTimes('all lists', timesOf(lists), ['p99', LIST_P99_TARGET])
  say('\nSlowest:')
  for (const { ms: took, path } of samples.toSorted((a, b) => b.ms - a.ms).slice(0, 12))
    say(`  ${ms(took)} ms  ${path}`)
  const failed = samples.find(({ isError }) => isError)
  if (failed) say(`an error: ${failed.path}`)
}

type Sample = { ms: number; isError: boolean }
function timesOf(samples: readonly Sample[]): Times {
  const errors = samples.filter(({ isError }) => isError).length
  return summarise(
    samples.map((sample) => sample.ms),
    errors,
  )
}

function reportTimes(
  name: string,
  times: Times,
  target: ['p95' | 'p99', number] | undefined,
): void {
  const { count, errors, p50, p95, p99, max } = times
  const [at, limit] = target ?? []
  const promise = at && limit ? [`${at} ≤ ${limit}`, (times[at] / limit).toFixed(2)] : ['–', '–']
  row(name, count, errors, ms(p50), ms(p95), ms(p99), ms(max), ...promise)
}

async function benchStats(get: Get): Promise<void> {
  const random = createRandom(4)
  sayPhase(`Counters at ${STATS_PER_SECOND} requests/s for ${STATS_MS / 1000} s`)
  const next = () => ({ kind: 'stats' as const, path: daysBefore(random, size) })
  const samples = await openLoad({
    perSecond: STATS_PER_SECOND,
    forMs: STATS_MS,
    random,
    next,
    send: (path) => get(path),
  })
  table('request', 'count', 'errors', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'target', 'ratio')
  reportTimes('stats', timesOf(samples), ['p99', STATS_P99_TARGET])
}

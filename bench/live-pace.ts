/**
 * The whole chain at ten times the public rate. The simulated world logs about 3,000 entries a
 * second over all logs, and nine of ten shops in them are renewals. The product starts at the logs'
 * heads, as `npm run live` does, and must show each new store. `node bench/live-pace.ts [--minutes
 * 5] [--entries-per-second 3000] [--launch-every-ms 3000]`
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Freshness } from '#contracts/operations/freshness.ts'
import { usageOfTree } from './process-usage.ts'
import { stopChild } from './stop-child.ts'
import {
  type CpuByRole,
  cpuBetween,
  cpuByRole,
  type MemoryByRole,
  memoryByRole,
} from './usage-by-role.ts'
import { startWorld, type World } from '#scripts/start-world.ts'
import { type Client, readTruth, type ShopTruth, signIn, walkStores } from '#testing/demo-client.ts'
import { bareHost } from '#testing/world/compare-stores.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    'entries-per-second': { type: 'string', default: '3000' },
    'launch-every-ms': { type: 'string', default: '3000' },
  },
})
const RUN_MS = Number(values.minutes) * 60_000
const ENTRIES_PER_SECOND = Number(values['entries-per-second'])
const LAUNCH_EVERY_MS = Number(values['launch-every-ms'])
const PUBLIC_RATE = 300
const TARGET_SECONDS = 60
const GROWING_LOGS = 3
// The product measures its freshness every half minute.
const REPORT_EVERY_MS = 31_000

/** Budgets of the product in this run. Everything else is as in a live start. */
const BUDGETS = {
  CT_BACKLOG_ENTRIES: '0',
  PROBE_HOST_GAP_MS: '1000',
  PROBE_REQUESTS_PER_SECOND: '100',
  PROBE_CONCURRENCY: '48',
  SCREENSHOTS: 'off',
}

const FLAGS = [
  ['--days', 2],
  ['--entries-per-second', ENTRIES_PER_SECOND / GROWING_LOGS],
  // Like large logs: 256 entries per request, and one refusal in five hundred requests.
  ['--entries-per-request', 256],
  ['--log-mishap-share', 0.002],
]

const say = (line: string) => process.stdout.write(`${line}\n`)
const whole = (value: number) => Math.round(value).toLocaleString('en')

const folder = mkdtempSync(join(tmpdir(), 'storedawn-pace-'))
const children: { stop: () => Promise<void> }[] = []
async function measure(): Promise<void> {
  say(`cores ${availableParallelism()}, load before ${loadavg()[0]?.toFixed(2)}`)
  say(`budgets ${JSON.stringify(BUDGETS)}`)
  const world = await startWorld(worldOptions(), () => undefined)
  children.push(world)
  const product = await startProduct(world)
  children.push(product)
  const client = await signIn(product.address, 'pro@demo.storedawn.test')
  const port = Number(new URL(product.address).port)
  const processes = () =>
    [world.pid, product.pid].flatMap((pid) => (pid === undefined ? [] : usageOfTree(pid)))
  const readCpu = () => cpuByRole(processes(), port)
  await untilFollowed(client)
  const start = await readPoint(client, world, readCpu)
  say(`followed from ${new Date(start.atMs).toISOString()}; ${values.minutes} minutes begin`)
  let last = start
  while (Date.now() - start.atMs < RUN_MS) {
    await sleep(Math.min(REPORT_EVERY_MS, Math.max(0, start.atMs + RUN_MS - Date.now())))
    const now = await readPoint(client, world, readCpu)
    say(`${whole((now.atMs - start.atMs) / 1000).padStart(4)} s  ${describeStep(last, now)}`)
    last = now
  }
  reportPace(start, last)
  reportUsage(start, last, memoryByRole(processes(), port))
  await reportLag(client, world, { fromMs: start.atMs, toMs: last.atMs })
}

function worldOptions(): Parameters<typeof startWorld>[0] {
  return {
    dataDir: join(folder, 'world'),
    seed: 7,
    stores: 50,
    launchEveryMs: LAUNCH_EVERY_MS,
    oldPerNew: 9,
    flags: FLAGS.flat(),
  }
}

type Product = { address: string; pid: number | undefined; stop: () => Promise<void> }

function startProduct(world: World): Promise<Product> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ...BUDGETS,
    DATA_DIR: join(folder, 'product'),
    PORT: '0',
    LOG_LEVEL: 'error',
    CT_LOG_LIST_URL: world.logListUrl,
    RDAP_URL: world.rdapUrl,
    DNS_SERVERS: world.dns,
    CONNECT_TO: world.connectTo,
    EXTRA_CA_FILE: world.caFile,
  }
  const child = fork(join(import.meta.dirname, 'live-product.ts'), [], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
    child.once('message', (message: { address: string }) =>
      resolve({ address: message.address, pid: child.pid, stop: () => stopChild(child) }),
    )
  })
}

const readFreshness = (client: Client) => client.get<Freshness>('/api/public/freshness')

/** Waits until the product follows all growing logs. */
async function untilFollowed(client: Client): Promise<void> {
  for (;;) {
    const { logs } = await readFreshness(client)
    if (logs.filter(({ entriesRead }) => entriesRead > 0).length >= GROWING_LOGS) return
    await sleep(500)
  }
}

type WorldLog = { origin: string; size: number }
type Point = {
  atMs: number
  /** When the product counted the entries that it had read. */
  countedAtMs: number
  worldSize: number
  entriesRead: number
  behind: { name: string; entries: number }[]
  waiting: number
  cpu: CpuByRole
}

async function readPoint(client: Client, world: World, readCpu: () => CpuByRole): Promise<Point> {
  const state = (await (await fetch(`${world.control}/control/state`)).json()) as {
    logs: WorldLog[]
  }
  const { measuredAt, logs, queues } = await readFreshness(client)
  return {
    atMs: Date.now(),
    countedAtMs: Date.parse(measuredAt),
    worldSize: state.logs.reduce((sum, { size }) => sum + size, 0),
    entriesRead: logs.reduce((sum, log) => sum + log.entriesRead, 0),
    behind: logs.map((log) => ({
      name: /'(.+)'/.exec(log.description)?.[1] ?? log.description,
      entries: log.entriesBehind,
    })),
    waiting: queues.firstVisit.waiting,
    cpu: readCpu(),
  }
}

const loggedRate = (from: Point, to: Point): number =>
  ((to.worldSize - from.worldSize) / (to.atMs - from.atMs)) * 1000
const readRate = (from: Point, to: Point): number =>
  ((to.entriesRead - from.entriesRead) / Math.max(1, to.countedAtMs - from.countedAtMs)) * 1000

function describeStep(from: Point, to: Point): string {
  const behind = to.behind
    .filter(({ entries }) => entries > 0)
    .map(({ name, entries }) => `${name} ${whole(entries)}`)
  return `logged ${whole(loggedRate(from, to))}/s, read ${whole(readRate(from, to))}/s; behind: ${behind.join(', ') || 'none'}; waiting for a visit: ${to.waiting}; load ${loadavg()[0]?.toFixed(1)}`
}

function reportPace(start: Point, end: Point): void {
  const logged = loggedRate(start, end)
  const read = readRate(start, end)
  say('')
  say(
    `entries logged        ${whole(logged)}/s  (${(logged / PUBLIC_RATE).toFixed(1)} x the public rate)`,
  )
  say(
    `entries read          ${whole(read)}/s  (${((read / logged) * 100).toFixed(1)} % of what was logged meanwhile)`,
  )
  for (const { name, entries } of end.behind)
    say(
      `behind its head       ${name.padEnd(14)} ${whole(entries)} entries, ${((entries / logged) * GROWING_LOGS).toFixed(1)} s`,
    )
}

function reportUsage(start: Point, end: Point, { megabytes }: MemoryByRole): void {
  const seconds = (end.atMs - start.atMs) / 1000
  const spent = cpuBetween(start.cpu, end.cpu)
  for (const [role, cpuSeconds] of Object.entries(spent)) {
    const share = (cpuSeconds / seconds) * 100
    say(
      `${role.padEnd(10)} ${share.toFixed(0).padStart(4)} % of a core, ${whole(megabytes[role] ?? 0).padStart(4)} MB`,
    )
  }
  const { world: _ofWorld, ...ofProduct } = spent
  const productSeconds = Object.values(ofProduct).reduce((sum, cpuSeconds) => sum + cpuSeconds, 0)
  const cores = (productSeconds / seconds) * (loggedRate(start, end) / readRate(start, end))
  // On a busy machine the achieved rate means little; the cost per entry means more.
  say(
    `product's work        ${((productSeconds / (readRate(start, end) * seconds)) * 1e6).toFixed(0)} µs of a core per entry read: ${cores.toFixed(2)} cores for this rate`,
  )
  say(`load after            ${loadavg()[0]?.toFixed(2)}`)
}

/** Names that resolve only an hour after their certificate say nothing about our speed. */
const isPrompt = ({ isLaunched, naming }: ShopTruth) => isLaunched && naming !== 'delayed'

async function reportLag(
  client: Client,
  world: World,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  // Gives the youngest stores the time that the target allows.
  await sleep(TARGET_SECONDS * 1000)
  const visibleAt = new Map(
    (await walkStores(client, 'new')).map((store) => [
      bareHost(store.domain),
      Date.parse(store.visibleAt),
    ]),
  )
  const logged = (await readTruth(world.control)).filter(
    ({ loggedAt }) => Date.parse(loggedAt) >= fromMs && Date.parse(loggedAt) < toMs,
  )
  const prompt = logged.filter(isPrompt)
  const lags = prompt.map((shop) => {
    const at = visibleAt.get(bareHost(shop.host))
    return { shop, seconds: at === undefined ? Infinity : (at - Date.parse(shop.loggedAt)) / 1000 }
  })
  const sorted = lags.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  say(
    `shops in the logs     ${logged.length}: ${prompt.length} new ones to be shown, ${logged.filter(({ isNew }) => !isNew).length} old`,
  )
  say(
    `old shops among new   ${logged.filter((shop) => !shop.isNew && visibleAt.has(bareHost(shop.host))).length}`,
  )
  say(
    `certificate → visible p50 ${percentile(0.5).toFixed(1)} s, p95 ${percentile(0.95).toFixed(1)} s, longest ${percentile(1).toFixed(1)} s`,
  )
  say(
    `against ${TARGET_SECONDS} s          p95 is ${(percentile(0.95) / TARGET_SECONDS).toFixed(2)} of the target`,
  )
  const missing = lags.filter(({ seconds }) => seconds === Infinity).length
  say(`not shown at the end  ${missing} of ${prompt.length}`)
  for (const { shop, seconds } of lags.filter((lag) => lag.seconds > TARGET_SECONDS).slice(0, 10))
    say(`  late: ${shop.host} ${shop.kind} ${shop.habit} ${shop.naming} ${seconds.toFixed(1)} s`)
}

try {
  await measure()
} finally {
  for (const child of children.toReversed()) await child.stop()
  rmSync(folder, { recursive: true, force: true })
}

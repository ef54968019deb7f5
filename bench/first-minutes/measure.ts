import type { StoreId } from '#contracts/ids.ts'
import { getPriority, loadavg, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { readTruth, signIn, walkStores } from '#testing/demo-client.ts'
import { exampleSummary } from '#testing/example-summary.ts'
import type { BarePostgres } from './bare-postgres.ts'
import { type Calls, callList, type Reference } from './call-list.ts'
import { type Product, startProduct, type Stopped } from './start-product.ts'
import type { Stranger } from './stranger.ts'
import {
  type CpuByRole,
  cpuBetween,
  cpuByRole,
  type MemoryByRole,
  memoryByRole,
} from '../usage-by-role.ts'

export type SlowQuery = { durationMs: number; sql: string }
/** A period in which callers read the list. */
export type Window = {
  name: string
  callers: number
  calls: Calls
  cpu: CpuByRole
  /** Also those between the previous window, or the start, and this one. */
  slowQueries: SlowQuery[]
  /** Load of the machine at the end. */
  load: number
}
export type Measured = {
  name: string
  command: string
  firstUsableMs: number
  restartUsableMs: number
  backlog: number
  /** Time from the first usable page to 500 listed stores; null if that was never reached. */
  listed500Ms: number | null
  listed98PercentMs: number | null
  windows: Window[]
  memory: { caughtUp: MemoryByRole; afterLive: MemoryByRole }
  stops: Stopped[]
}
export type Plan = {
  liveMs: number
  catchUpLimitMs: number
  bare: BarePostgres
  fastify: Reference
  signal: AbortSignal
}

const EMAIL = 'plus@demo.storedawn.test'
const MANY_CALLERS = 16
const MANY_CALLERS_MS = 30_000
const ROWS = 2_000
export const LIST_SIZE = 20
const RETRY_MS = 1_000

/** The first minutes of a demo in an empty data folder, and those after its restart. */
export async function measureFirstMinutes(
  stranger: Stranger,
  plan: Plan,
  say: (line: string) => void,
): Promise<Measured> {
  const { bare, signal, liveMs } = plan
  const dataDir = await stranger.createDataDir()
  await bare.fill(exampleRows())
  const first = await startProduct(stranger, dataDir, signal)
  say(`usable page after ${seconds(first.usableAfterMs)}`)
  const stops: Stopped[] = []
  const stop = async (product: Product) => void stops.push(await product.stop())
  const { caughtUp, memory, live } = await (async () => {
    const caughtUp = await measureCatchUp(first, plan)
    say(
      caughtUp.listed98PercentMs === null
        ? 'not caught up within the limit'
        : `caught up after ${seconds(caughtUp.listed98PercentMs)}`,
    )
    const memoryThen = memoryByRole(first.processes(), first.port)
    await bare.fill(await readStores(first))
    const live = await measureWindow(first, plan, { name: 'live', forMs: liveMs })
    return {
      caughtUp,
      live,
      memory: { caughtUp: memoryThen, afterLive: memoryByRole(first.processes(), first.port) },
    }
  })().finally(() => stop(first))
  const again = await startProduct(stranger, dataDir, signal)
  say(`usable page after a restart ${seconds(again.usableAfterMs)}`)
  const afterRestart = await (async () => [
    await measureWindow(again, plan, { name: 'after the restart', forMs: liveMs }),
    await measureWindow(again, plan, {
      name: `${MANY_CALLERS} callers`,
      forMs: MANY_CALLERS_MS,
      callers: MANY_CALLERS,
    }),
  ])().finally(() => stop(again))
  return {
    name: stranger.name,
    command: stranger.commandText,
    firstUsableMs: first.usableAfterMs,
    restartUsableMs: again.usableAfterMs,
    ...caughtUp,
    windows: [caughtUp.window, live, ...afterRestart],
    memory,
    stops,
  }
}

async function measureCatchUp(product: Product, plan: Plan) {
  const backlog = (await readTruth(product.control)).filter((shop) => shop.isLaunched).length
  const giveUpAtMs = product.usableAtMs + plan.catchUpLimitMs
  const marks: { at: number; afterMs: number | null }[] = [500, Math.floor(backlog * 0.98)].map(
    (at) => ({
      at,
      afterMs: null,
    }),
  )
  const window = await measureWindow(product, plan, {
    name: 'catching up',
    isEnough: (total) => {
      const nowMs = performance.now()
      for (const mark of marks)
        if (total !== null && total >= mark.at) mark.afterMs ??= nowMs - product.usableAtMs
      return marks.every(({ afterMs }) => afterMs !== null) || nowMs > giveUpAtMs
    },
  })
  const [first, last] = marks
  return {
    backlog,
    window,
    listed500Ms: first?.afterMs ?? null,
    listed98PercentMs: last?.afterMs ?? null,
  }
}

type WindowPlan = { name: string; callers?: number } & (
  | { forMs: number }
  | { isEnough: (total: number | null) => boolean }
)

export async function measureWindow(
  product: Product,
  { bare, fastify, signal }: Pick<Plan, 'bare' | 'fastify' | 'signal'>,
  window: WindowPlan,
): Promise<Window> {
  const { callers = 1 } = window
  const { token } = await retry(() => signIn(product.origin, EMAIL))
  const cpuBefore = cpuByRole(product.processes(), product.port)
  const untilMs = performance.now() + ('forMs' in window ? window.forMs : 0)
  using _elsewhere = competeWithNobody()
  const calls = await callList({
    origin: product.origin,
    token,
    callers,
    references: [bare, fastify],
    signal,
    isEnough: 'isEnough' in window ? window.isEnough : () => performance.now() > untilMs,
  })
  return {
    name: window.name,
    callers,
    calls,
    cpu: cpuBetween(cpuBefore, cpuByRole(product.processes(), product.port)),
    slowQueries: product.newLines().flatMap(readSlowQuery),
    load: loadavg()[0] ?? Number.NaN,
  }
}

const HIGHEST_PRIORITY = -20

/**
 * The caller stands for a browser on another machine: its own waits for a processor here are not
 * the product's, nor the references'. Only root may do this; others see them in every figure.
 */
function competeWithNobody(): Disposable {
  const before = getPriority()
  try {
    setPriority(HIGHEST_PRIORITY)
  } catch {
    // The references wait as long.
  }
  return { [Symbol.dispose]: () => setPriority(before) }
}

/** Reads page by page; the product may refuse each one. */
async function readStores({ origin }: Product): Promise<StoreSummary[]> {
  const client = await retry(() => signIn(origin, EMAIL))
  const stores = await walkStores(
    { ...client, get: (path) => retry(() => client.get(path)) },
    'new',
  )
  // A store whose opening gets another date between two pages moves, and may be on both.
  return [...new Map(stores.map((store) => [store.id, store])).values()]
}

/** The page may load before the accounts exist, and a busy product refuses requests. */
async function retry<Answer>(work: () => Promise<Answer>, tries = 60): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (tries === 1) throw error
    await sleep(RETRY_MS)
    return retry(work, tries - 1)
  }
}

function readSlowQuery(line: string): SlowQuery[] {
  if (!line.includes('"db.slow_query"')) return []
  // Safe: the product's own log line, see server/platform/db/client.ts.
  const { durationMs, sql } = JSON.parse(line) as SlowQuery
  return [{ durationMs, sql }]
}

/** As many rows as the demo will have, for the time before it has them. */
export const exampleRows = () =>
  Array.from({ length: ROWS }, (_, n) =>
    exampleSummary({
      id: (n + 1) as StoreId,
      slug: `shop-${n}`,
      name: `Shop ${n}`,
      domain: `shop-${n}.example`,
      foundAt: new Date(Date.UTC(2026, 9, 1) + n * 1_944_000).toISOString(),
      country: 'DE',
      currency: 'EUR',
      language: 'de',
      price: { min: '9.00', median: '19.00', max: '99.00' },
      apps: [{ handle: 'reviews', name: 'Reviews' }],
      pixels: ['Meta', 'TikTok'],
      socials: ['instagram', 'facebook'],
      logoUrl: `/api/pictures/shop-${n}/logo.png`,
    }),
  )

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

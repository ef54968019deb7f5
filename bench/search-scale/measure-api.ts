import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Day } from '#contracts/dates.ts'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import { SCHEMA_VERSION } from '#server/catalog/search/clickhouse/tables.ts'
import { createRandom } from '#testing/random.ts'
import { benchFolder, valueOf } from '../workspace/asked-size.ts'
import { createGet } from '../workspace/http-client.ts'
import { openLoad, summarise } from '../workspace/loads.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { nextRequest, type RequestClass, SEARCH_CLASSES } from '../workspace/request-mix.ts'
import { startApi } from '../workspace/start-api.ts'
import { FULL_SIZE } from '../workspace/workspace-size.ts'
import { proportionalMegabytes, usageOfTree } from '../process-usage.ts'

/**
 * A small database beside the large engine: what the API does with the engine's answers does not
 * depend on the number of its rows.
 */
const SIZE = { ...FULL_SIZE, stores: 2_000, products: 40_000, days: 45 }
const PER_SECOND = 10
const MIX_MS = valueOf('--seconds', 120) * 1000
const RETRY_MS = 20
/** As often as data of ten million stores changes, answers kept in the process lose their use. */
const CHANGES_EVERY_MS = 1_000

const ASKING: readonly RequestClass[] = SEARCH_CLASSES

type Group = { name: string; p95Goal?: number; has: (kind: RequestClass, path: string) => boolean }
const isAllDays = (path: string) => !/[?&]date/.test(path)
const groups: readonly Group[] = [
  { name: 'list', p95Goal: 150, has: (kind) => kind === 'list' },
  { name: 'list, filtered', p95Goal: 300, has: (kind) => kind === 'list, filtered' },
  { name: 'counts, up to 90 days', p95Goal: 400, has: (kind) => kind === 'facets, up to 90 days' },
  { name: 'counts, all days', has: (kind) => kind === 'facets, all days' },
  {
    name: 'trends, up to 28 days',
    has: (kind, path) => kind === 'products, trending' && !isAllDays(path),
  },
  {
    name: 'trends, all 400 days',
    p95Goal: 1_500,
    has: (kind, path) => kind === 'products, trending' && isAllDays(path),
  },
  { name: 'all products', has: (kind) => kind === 'products, all' },
]

type Asked = {
  searchUrl: string
  lastDay: Day
  /** A statement of the same server, timed once a second meanwhile. */
  reference: () => Promise<unknown>
  say: (line: string) => void
}

/**
 * Starts the product's API with the engine's tables and prints when it is ready, how long mixed
 * requests take beside a reference, what they cost, and its memory.
 */
export async function measureApi({ searchUrl, lastDay, reference, say }: Asked): Promise<void> {
  const size = { ...SIZE, lastDay }
  await using workspace = await openWorkspace(benchFolder(), size, () => undefined)
  await using following = await startFollowing(workspace.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
  try {
    const startedMs = performance.now()
    await using api = await startApi({
      DATABASE_URL: workspace.url,
      DATA_DIR: dataDir,
      SEARCH_URL: searchUrl,
    })
    const get = createGet(api.origin, { connections: 64 })
    while ((await get('/api/stores', api.tokens[0])).status !== 200) await sleep(RETRY_MS)
    const firstMs = performance.now() - startedMs
    say(`API: the first list is answered after ${(firstMs / 1000).toFixed(1)} s`)
    const random = createRandom(5)
    const next = () => {
      while (true) {
        const asked = nextRequest(random, size)
        if (ASKING.includes(asked.kind)) return asked
      }
    }
    const send = (path: string, nth: number) => get(path, api.tokens[nth % api.tokens.length])
    following.begin()
    const cpuBefore = readCpu()
    const [samples, referenceMs] = await Promise.all([
      openLoad({ perSecond: PER_SECOND, forMs: MIX_MS, random, next, send }),
      timeEverySecond(reference),
    ])
    const cpu = readCpu()
    say(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
    for (const { name, p95Goal, has } of groups) {
      const own = samples.filter(({ kind, path }) => has(kind, path))
      const errors = own.filter(({ isError }) => isError).length
      report(
        name,
        summarise(
          own.map(({ ms }) => ms),
          errors,
        ),
        { p95Goal, say },
      )
    }
    report('reference: one column summed up', summarise(referenceMs), { say })
    for (const [name, seconds] of cpu) {
      const used = seconds - (cpuBefore.get(name) ?? 0)
      const each = (1000 * used) / samples.length
      say(`processor time of ${name}: ${used.toFixed(1)} s, ${each.toFixed(0)} ms for a request`)
    }
    say(`API: ${(proportionalMegabytes(api.pid) ?? Number.NaN).toFixed(0)} MB (PSS) after the mix`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Times = ReturnType<typeof summarise>

function report(
  name: string,
  { count, errors, p50, p95, max }: Times,
  { p95Goal, say }: { p95Goal?: number | undefined; say: (line: string) => void },
): void {
  const goal = p95Goal === undefined ? '' : `  goal ${p95Goal}: ${(p95 / p95Goal).toFixed(2)}`
  say(
    `${PER_SECOND}/s: ${name.padEnd(32)} ${String(count).padStart(4)} answers, ${errors} errors, median ${p50.toFixed(0).padStart(5)} ms, P95 ${p95.toFixed(0).padStart(5)} ms, worst ${max.toFixed(0).padStart(5)} ms${goal}`,
  )
}

async function timeEverySecond(work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (const startedMs = performance.now(); performance.now() - startedMs < MIX_MS;) {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
    await sleep(1_000)
  }
  return took
}

/** Of this run's processes, by their file, without PostgreSQL's sessions. */
const readCpu = (): Map<string, number> =>
  new Map(
    usageOfTree(process.pid).flatMap(({ command, cpuSeconds }) =>
      command.endsWith('.ts') ? [[command, cpuSeconds] as const] : [],
    ),
  )

/**
 * The filled tables are the generation in use, and nothing is missing from it. Once begun, the
 * position moves on as if stores changed.
 */
async function startFollowing(url: string): Promise<AsyncDisposable & { begin: () => void }> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into change_followers (name, position, generation, followed_at, schema) values ($1, $2, 1, now(), $3)
      on conflict (name) do update set position = excluded.position, generation = excluded.generation`,
    [FOLLOWER, FAR_AHEAD, SCHEMA_VERSION],
  )
  let timer: NodeJS.Timeout | undefined
  let moving: Promise<unknown> = Promise.resolve()
  const move = () =>
    (moving = client.query('update change_followers set position = position + 1 where name = $1', [
      FOLLOWER,
    ]))
  return {
    begin: () => void (timer = setInterval(move, CHANGES_EVERY_MS)),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await moving
      await client.end()
    },
  }
}

const FAR_AHEAD = 10 ** 12

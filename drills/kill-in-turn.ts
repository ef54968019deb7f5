/**
 * Kills with kill -9, in turn and under load, each part of a product that discovers the simulated
 * world: the API, the worker that holds the visit budget while a second one runs, ClickHouse, and
 * PostgreSQL with all its processes. In the end every acknowledged write must exist once, every
 * store of the world must be found once, and both search engines must agree with the database.
 * Options: `--rounds 3 --rate 12`; exits with 1 on a violation.
 * Conformance: check-72
 */
import type { StoreId, UserId } from '#contracts/ids.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createEmbeddedSearch, startSearchFollower } from '#server/catalog/search/open-search.ts'
import { createContext, type ServerContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import { startTestWorld } from '#sim/world-for-tests.ts'
import { type ClickHouseServer, startClickHouse } from '#testing/clickhouse/start-clickhouse.ts'
import { clientOf, readTruth, walkStores } from '#testing/demo-client.ts'
import { insertUser } from '#testing/factories.ts'
import { DURABLE, startPostgresServer } from '#testing/postgres-server.ts'
import { compareStores } from '#testing/world/compare-stores.ts'
import { findRowProblems } from '#testing/world/find-row-problems.ts'
import { createSearchWrites, createSettingWrites } from './kill-in-turn/account-writes.ts'
import {
  findEmbeddedDifferences,
  findIndexDifferences,
  untilIndexFollowed,
} from './kill-in-turn/compare-index.ts'
import { API_PORT, productSettings, type RoleProcess, startRole } from './kill-in-turn/product.ts'
import { createAsking } from './postgres-restarts/ask-api.ts'
import { createKeptLedger } from './postgres-restarts/kept-ledger.ts'
import { checkShops, LOGS_READ_AFTER_MS, readPlans } from '#testing/world/run-killed-demo.ts'
import { untilListed } from '#testing/world/until-listed.ts'

const PEOPLE = 40
const STORES_BEFORE_LOAD = 40
const RESTART_AFTER_MS = 1_000
const GOOD_WITHIN_MS = 120_000
const MAX_TAKE_OVER_MS = 60_000
const BETWEEN_MS = 4_000
const WORLD = { stores: 120, days: 2, launchEveryMs: 2_000, tickEveryMs: 1_000 }

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, rate: { type: 'string', default: '12' } },
})
const [rounds, rate] = [Number(values.rounds), Number(values.rate)]
const origin = `http://127.0.0.1:${API_PORT}`
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = await mkdtemp(path.join(tmpdir(), 'storedawn-in-turn-'))
await using postgres = await startPostgresServer(DURABLE)
await using world = await startTestWorld(WORLD)
let clickHouse = await startSearchServer()
const searchPort = Number(new URL(clickHouse.url).port)
const searchUrl = `${clickHouse.url}/in_turn`
const settings = productSettings({
  folder,
  databaseUrl: postgres.url,
  searchUrl,
  world: world.world.address,
})
const config = parseConfig({ ...settings, ROLES: 'api' })
await using ctx = await createContext(config, { log: createLog(config) })
const people = await insertPeople(ctx)
const client = clientOf(origin, people[0]?.token ?? '')
const api = startRole(settings, 'api', 'api')
/** Who holds the lease of the visits, by the id of its process. */
const holders = new Map<number, string>()
const workers = [startRole(settings, 'worker-1', 'worker')]
async function startSearchServer(port?: number): Promise<ClickHouseServer> {
  const server = await startClickHouse(path.join(folder, 'clickhouse'), port)
  if (!server) throw new Error('no ClickHouse: `node scripts/fetch-chdb.js` fetches one')
  return server
}

async function insertPeople({ db, now }: ServerContext) {
  const sessions = createSessions(ctx)
  const all: { userId: UserId; token: string }[] = []
  while (all.length < PEOPLE) {
    const { userId } = await insertUser({ db, now }, { role: 'PLUS_USER' })
    const session = { userId, rememberMe: true, userAgent: null, network: null }
    all.push({ userId, token: (await sessions.open(db, session)).token })
  }
  return all
}

async function runRounds(): Promise<void> {
  holders.set(workers[0]?.pid() ?? 0, await untilHeld(''))
  workers.push(startRole(settings, 'worker-2', 'worker'))
  const storeIds = await untilStoresExist()
  const ledger = createKeptLedger(
    people.map(({ userId }) => userId),
    storeIds,
  )
  const ask = createAsking({ origin, people, ledger, storeIds })
  const searches = createSearchWrites(origin, people)
  const preferences = createSettingWrites(origin, people)
  const embedded = createEmbeddedSearch(ctx.db)
  const stop = new AbortController()
  const outcomes = new Map<string, number>()
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  const asking = load(stop.signal, async (number) => {
    if (number % 6 === 0) count(`saved searches ${await searches.write(number / 6)}`)
    else if (number % 6 === 3) count(`settings ${await preferences.write((number - 3) / 6)}`)
    else {
      const call = await ask(number)
      count(`${call.isWrite ? 'saved stores' : 'read'} ${call.code}`)
    }
  })
  const kills = await killInTurn(() => embedded.storeSearch.changeToken().catch(() => undefined))
  stop.abort()
  await asking
  for (const [outcome, times] of [...outcomes].toSorted(([one], [other]) =>
    one.localeCompare(other),
  ))
    say(`${outcome.padEnd(40)} ${times}`)
  const lost = (
    await Promise.all([ledger, searches, preferences].map(({ findLost }) => findLost(ctx.db)))
  ).flat()
  say(
    `${searches.countAcknowledged()} searches acknowledged; ${lost.length} writes of all kinds lost or twice`,
  )
  report([
    ...kills,
    ...lost,
    ...(await findStoreProblems()),
    ...(await findIndexProblems(embedded)),
  ])
}

function report(violations: string[]): void {
  for (const problem of violations) say(`BROKEN: ${problem}`)
  say(
    violations.length === 0
      ? 'nothing lost, nothing twice, the indexes equal the database'
      : 'not proven',
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}

async function untilStoresExist(): Promise<StoreId[]> {
  while (true) {
    const rows = await ctx.db.selectFrom('stores').select('id').execute()
    if (rows.length >= STORES_BEFORE_LOAD && (await isGood('/api/stores?size=1&scope=all')))
      return rows.map(({ id }) => id)
    await sleep(200)
  }
}

/** At a steady rate, whether or not answers come. */
async function load(signal: AbortSignal, call: (number: number) => Promise<void>): Promise<void> {
  const calls: Promise<void>[] = []
  for (; !signal.aborted; await sleep(1_000 / rate)) calls.push(call(calls.length))
  await Promise.all(calls)
}

function isGood(address: string): Promise<boolean> {
  return client.get(address).then(
    () => true,
    () => false,
  )
}

type Part = {
  name: string
  kill: () => Promise<void>
  isBack: () => Promise<boolean>
  maxMs: number
}

const restartSoon = async (start: () => unknown) => {
  await sleep(RESTART_AFTER_MS)
  await start()
}

const parts: Part[] = [
  {
    name: 'API',
    async kill() {
      await api.kill()
      await restartSoon(api.start)
    },
    isBack: () => isGood('/api/stores?size=20&scope=all'),
    maxMs: GOOD_WITHIN_MS,
  },
  {
    name: 'ClickHouse',
    async kill() {
      await clickHouse.kill()
      await restartSoon(async () => (clickHouse = await startSearchServer(searchPort)))
    },
    isBack: () => isGood('/api/stores?size=20&scope=all'),
    maxMs: GOOD_WITHIN_MS,
  },
  {
    name: 'PostgreSQL',
    kill: () => postgres.cutPower(),
    isBack: () => isGood('/api/saved-stores'),
    maxMs: GOOD_WITHIN_MS,
  },
]

const visitsLease = () =>
  ctx.db.selectFrom('leases').select('holder').where('name', '=', 'visits').executeTakeFirst()

async function untilHeld(before: string): Promise<string> {
  while (true) {
    const holder = (await visitsLease())?.holder ?? before
    if (holder !== before) return holder
    await sleep(50)
  }
}

/** The worker that has not visited since it started. */
function unknownWorker(): RoleProcess {
  const worker = workers.find(({ pid }) => !holders.has(pid()))
  if (!worker) throw new Error('neither worker holds the lease of the visits')
  return worker
}

/** Kills the worker that visits, and starts it again only after the other has taken over. */
async function killVisitor(): Promise<number> {
  const holder = await untilHeld('')
  const visitor = workers.find(({ pid }) => holders.get(pid()) === holder) ?? unknownWorker()
  const other = workers.find((worker) => worker !== visitor)
  const killedAt = performance.now()
  await visitor.kill()
  const next = await untilHeld(holder)
  const tookMs = performance.now() - killedAt
  if (other) holders.set(other.pid(), next)
  visitor.start()
  return tookMs
}

async function killInTurn(onRound: () => Promise<unknown>): Promise<string[]> {
  const violations: string[] = []
  const startedAt = performance.now()
  const note = (name: string, atMs: number, tookMs: number, maxMs: number) => {
    say(
      `${name.padEnd(12)} killed at ${(atMs / 1_000).toFixed(0).padStart(4)} s, good again after ${(tookMs / 1_000).toFixed(1).padStart(5)} s`,
    )
    if (tookMs > maxMs) violations.push(`${name} was away for ${tookMs.toFixed(0)} ms`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, kill, isBack, maxMs } of parts) {
      const killedAt = performance.now()
      await kill()
      while (!(await isBack()) && performance.now() - killedAt < maxMs) await sleep(50)
      note(name, killedAt - startedAt, performance.now() - killedAt, maxMs)
      await onRound()
      await sleep(BETWEEN_MS)
    }
    note('worker', performance.now() - startedAt, await killVisitor(), MAX_TAKE_OVER_MS)
    await onRound()
  }
  return violations
}

async function findStoreProblems(): Promise<string[]> {
  const control = world.world.address.control
  const shops = await readTruth(control)
  const logsAreRead = sleep(LOGS_READ_AFTER_MS)
  await untilListed(client, shops)
  await logsAreRead
  const listed = await walkStores(client, 'new')
  const compared = compareStores(shops, await readTruth(control), listed)
  const { figures, violations } = checkShops(
    { shops, compared, listed: listed.length },
    await readPlans(ctx.db),
  )
  for (const [name, figure] of Object.entries(figures)) say(`${name.padEnd(40)} ${figure}`)
  const { problems } = await findRowProblems(ctx.db)
  return [...violations, ...problems]
}

async function findIndexProblems(
  embedded: ReturnType<typeof createEmbeddedSearch>,
): Promise<string[]> {
  for (const worker of workers) await worker.kill()
  // Its lease still belongs to a killed worker for up to a minute.
  const follower = startSearchFollower(ctx)
  try {
    await untilIndexFollowed(ctx.db)
    const differences = [
      ...(await findIndexDifferences(config, ctx.db)),
      ...(await findEmbeddedDifferences(config, ctx.db, embedded)),
    ]
    const { count } = await ctx.db
      .selectFrom('stores')
      .select((on) => on.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    say(
      `${count} stores compared in ClickHouse and in the embedded engine, ${differences.length} differences`,
    )
    return differences
  } finally {
    await follower.stop()
  }
}

try {
  await runRounds()
} finally {
  for (const part of [api, ...workers]) await part.kill()
  await clickHouse[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
}

/**
 * One API process with and without a streaming replica, in the same run: lists, details and saved
 * stores by eight accounts, of which each saves a store now and then, while stores change all the
 * time. Prints where the queries ran. `node bench/replica-reads.ts`
 */
import type { StoreId } from '#contracts/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createRandom } from '#testing/random.ts'
import { insertStore, insertUser } from '#testing/factories.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '#testing/postgres-replica.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const STORES = 2_000
const CALLERS = 8
const LASTS_MS = 10_000
const WRITE_EVERY = 50
const CHANGE_EVERY_MS = 200
const PAGE = 25

const say = (line: string) => process.stdout.write(`${line}\n`)

const urlsFor = (random: () => number, ids: number[]) => [
  `/api/stores?size=${PAGE}&page=${Math.floor((random() * STORES) / PAGE)}`,
  `/api/stores/details/${ids[Math.floor(random() * ids.length)]}`,
  '/api/saved-stores',
]

async function call(app: TestApp, ids: number[], seed: number, times: number[]): Promise<void> {
  const random = createRandom(seed)
  const { userId } = await insertUser(app.ctx, { role: 'PLUS_USER' })
  const { send } = await app.openSession(userId)
  const until = performance.now() + LASTS_MS
  for (let count = 1; performance.now() < until; count += 1) {
    const urls = urlsFor(random, ids)
    const url = urls[count % urls.length] ?? ''
    const begun = performance.now()
    const { statusCode } = await send(url)
    times.push(performance.now() - begun)
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
    const storeId = ids[count % ids.length]
    if (count % WRITE_EVERY === 0)
      await send({ method: 'POST', url: '/api/saved-stores', payload: { storeId } })
  }
}

async function changeStores({ ctx }: TestApp, ids: StoreId[], signal: AbortSignal): Promise<void> {
  for (let at = 0; !signal.aborted; at += 1) {
    const id = ids[at % ids.length]
    if (id === undefined) throw new Error('no stores')
    await ctx.db.updateTable('stores').set({ product_count: at }).where('id', '=', id).execute()
    await sleep(CHANGE_EVERY_MS)
  }
}

/**
 * Statements outside of transactions count as one each. The server adds them up about once a
 * second.
 */
async function countStatements(url: string): Promise<number> {
  await sleep(2_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    'select xact_commit::int as statements from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return rows[0].statements
}

const at = (times: number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1)

async function run(
  title: string,
  servers: ReplicatedPostgres,
  withReplica: boolean,
): Promise<void> {
  const urls = { primary: '', replica: '' }
  await using app = await startTestApp({
    serverUrl: servers.primary.url,
    config({ DATABASE_URL = '' }) {
      urls.primary = DATABASE_URL
      urls.replica = servers.replica.urlOf(new URL(DATABASE_URL).pathname.slice(1))
      return { DATABASE_READ_URL: withReplica ? [urls.replica] : [] }
    },
  })
  const ids: StoreId[] = []
  for (let count = 0; count < STORES; count += 1) ids.push(await insertStore(app.ctx.db))
  await servers.replica.caughtUp()
  const statements = async () => [
    await countStatements(urls.primary),
    await countStatements(urls.replica),
  ]
  const [primaryBefore = 0, replicaBefore = 0] = await statements()
  const times: number[] = []
  const changes = new AbortController()
  const changing = changeStores(app, ids, changes.signal)
  await Promise.all(Array.from({ length: CALLERS }, (_, seed) => call(app, ids, seed, times)))
  changes.abort()
  await changing
  const [primary = 0, replica = 0] = await statements()
  say(
    `${title}: ${Math.round((times.length / LASTS_MS) * 1_000)} reads/s, p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`,
  )
  const perRead = (statements: number) => (statements / times.length).toFixed(2)
  say(
    `  statements per read: ${perRead(primary - primaryBefore)} on the primary, ${perRead(replica - replicaBefore)} on the replica`,
  )
  const reads = app.ctx.replicas?.figures().reads
  if (reads)
    say(
      `  requests that read the replica: ${((reads.replica / (reads.replica + reads.primary)) * 100).toFixed(1)} %`,
    )
}

await using servers = await startReplicatedPostgres()
await run('without a replica', servers, false)
await run('with one replica', servers, true)

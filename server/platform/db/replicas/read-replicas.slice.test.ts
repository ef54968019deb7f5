import type { StoreId } from '#contracts/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createContext } from '#server/create-context.ts'
import { insertProduct, insertStore, insertUser } from '#testing/factories.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '#testing/postgres-replica.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openReadReplicas, type ReadReplicas } from './read-replicas.ts'

let servers: ReplicatedPostgres
let app: TestApp
let replicas: ReadReplicas
beforeAll(async () => {
  servers = await startReplicatedPostgres()
  app = await startTestApp({
    serverUrl: servers.primary.url,
    config: ({ DATABASE_URL = '' }) => ({ DATABASE_READ_URL: [replicaUrl(DATABASE_URL)] }),
  })
  if (!app.ctx.replicas) throw new Error('the context opened no replicas')
  replicas = app.ctx.replicas
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await servers[Symbol.asyncDispose]()
})

const replicaUrl = (url: string) => servers.replica.urlOf(new URL(url).pathname.slice(1))

/** The replica has everything, and this process knows it. */
async function untilUsed(of = replicas): Promise<void> {
  await servers.replica.caughtUp()
  await expect
    .poll(async () => of.measure().then(() => of.figures().replicas[0]?.isUsed), {
      timeout: 30_000,
    })
    .toBe(true)
}
beforeEach(() => untilUsed())

/** Until the test ends, the replica shows the database as it is now. */
async function pauseReplica(): Promise<void> {
  await untilUsed()
  await servers.replica.pause()
  onTestFinished(() => servers.replica.resume())
}

/**
 * The requests of the work that read the replica, and those that read the primary though they might
 * have.
 */
async function readsOf(
  work: () => Promise<unknown>,
): Promise<{ replica: number; primary: number }> {
  const before = { ...replicas.figures().reads }
  await work()
  const { replica, primary } = replicas.figures().reads
  return { replica: replica - before.replica, primary: primary - before.primary }
}

const newAccount = async () => {
  const { userId } = await insertUser(app.ctx, { role: 'PLUS_USER' })
  return { userId, ...(await app.openSession(userId)) }
}
type Send = TestApp['anonymous']
const save = (send: Send, storeId: StoreId) =>
  send({ method: 'POST', url: '/api/saved-stores', payload: { storeId } })
const savedIdsOf = async (send: Send): Promise<number[]> =>
  (await send('/api/saved-stores'))
    .json()
    .content.map(({ storeId }: { storeId: StoreId }) => storeId)
const namesIn = async (send: Send, url: string): Promise<string[]> =>
  (await send(url)).json().content.map(({ name }: { name: string }) => name)

describe('while the replica is behind', () => {
  test('an account sees what it saved, and an account that wrote nothing reads the replica', async () => {
    const { db } = app.ctx
    const [writer, reader] = [await newAccount(), await newAccount()]
    const storeId = await insertStore(db)
    await pauseReplica()
    expect((await save(writer.send, storeId)).statusCode).toBe(200)
    await sql`
      insert into saved_stores (user_id, store_id, notes, tags, is_favorite, created_at, updated_at)
      select ${reader.userId}, store_id, notes, tags, is_favorite, created_at, updated_at from saved_stores
      where user_id = ${writer.userId}`.execute(db)
    expect(await savedIdsOf(writer.send)).toEqual([storeId])
    expect(await savedIdsOf(reader.send)).toEqual([])
    await servers.replica.resume()
    await untilUsed()
    expect(await savedIdsOf(reader.send)).toEqual([storeId])
    expect(await readsOf(() => savedIdsOf(writer.send))).toEqual({ replica: 1, primary: 0 })
  })

  test('the account sees it through another process too', async () => {
    const { ctx } = app
    const writer = await newAccount()
    const storeId = await insertStore(ctx.db)
    const other = await createContext(ctx.config, { log: ctx.log, now: ctx.now })
    onTestFinished(() => other[Symbol.asyncDispose]())
    const process = await createApp(other, { maxEventLoopDelayMs: 0 })
    onTestFinished(() => process.close())
    if (!other.replicas) throw new Error('the context opened no replicas')
    await untilUsed(other.replicas)
    await pauseReplica()
    await save(writer.send, storeId)
    const answer = await process.inject({
      url: '/api/saved-stores',
      headers: { authorization: `Bearer ${writer.token}` },
    })
    expect(answer.json().totalElements).toBe(1)
    expect(other.replicas.figures().reads).toMatchObject({ replica: 0, primary: 1 })
  })

  test('lists show stores that the replica lacks, in the version that the search found', async () => {
    const { db, now } = app.ctx
    const { send } = await newAccount()
    const storeId = await insertStore(db, { name: 'Before' })
    const list = '/api/stores?size=100'
    await namesIn(send, list)
    await pauseReplica()
    await db.updateTable('stores').set({ name: 'After' }).where('id', '=', storeId).execute()
    const newest = await insertStore(db, {
      name: 'Newest',
      visible_at: new Date(now().getTime() + 1_000),
    })
    const product = await insertProduct(db, newest, { title: 'Lamp' })
    const names = await namesIn(send, list)
    expect(names).toEqual(expect.arrayContaining(['After', 'Newest']))
    expect(names).not.toContain('Before')
    expect((await send('/api/dashboard')).json().latest).toMatchObject([{ name: 'Newest' }])
    expect((await send('/api/trending/products?scope=all&size=100')).json().content).toMatchObject([
      { title: 'Lamp' },
    ])
    expect((await send(`/api/stores/details/${newest}`)).json()).toMatchObject({ name: 'Newest' })
    expect((await send(`/api/products/${product}`)).json()).toMatchObject({ title: 'Lamp' })
    expect((await send('/api/stores/details/999999999')).statusCode).toBe(404)
    // The replica serves a row that it has.
    expect((await send(`/api/stores/details/${storeId}`)).json()).toMatchObject({ name: 'Before' })
  })

  test('an export contains stores that the replica lacks', async () => {
    const { send } = await newAccount()
    await pauseReplica()
    await insertStore(app.ctx.db, { name: 'Exported', found_at: '2026-03-10T11:00:00.000Z' })
    const query = { dateRangeFrom: '2026-03-10', dateRangeTo: '2026-03-10' }
    const request = { view: 'stores', format: 'csv', columns: ['name'], query }
    const { url } = (await send({ method: 'POST', url: '/api/exports', payload: request })).json()
    expect((await app.anonymous(url)).body).toContain('Exported')
  })

  test('by more than the limit it is not used, which is logged once, until it is back', async () => {
    const { ctx } = app
    const limited = openReadReplicas({ ...ctx }, { maxLagMs: 300, measureEveryMs: 20 })
    if (!limited) throw new Error('no replicas')
    onTestFinished(() => limited[Symbol.asyncDispose]())
    await untilUsed(limited)
    const logged = () =>
      ctx.testLog.entries.filter(
        ({ event, state }) => event === 'db.replica_unused' && state === 'late',
      ).length
    await pauseReplica()
    await insertStore(ctx.db)
    await expect.poll(() => limited.choose(null), { timeout: 20_000 }).toBeNull()
    await expect.poll(logged, { timeout: 20_000 }).toBe(1)
    expect(limited.figures().replicas).toMatchObject([{ isUsed: false, lagSeconds: null }])
    await servers.replica.resume()
    await expect.poll(() => limited.choose(null), { timeout: 20_000 }).not.toBeNull()
    expect(logged()).toBe(1)
  })
})

test('a write by mistake through a handle for reads fails', async () => {
  const handles = replicas.choose(null)
  if (!handles) throw new Error('the replica is not used')
  const write = handles.shared.updateTable('users').set({ first_name: 'x' }).execute()
  await expect(write).rejects.toMatchObject({ code: '25006' })
})

test('a query that replay cancels is repeated on the primary', async () => {
  const { db } = app.ctx
  const storeId = await insertStore(db)
  await untilUsed()
  const handles = replicas.choose(null)
  if (!handles) throw new Error('the replica is not used')
  const { repeated } = replicas.figures().reads
  const answer = sql<{ replica: boolean }>`
    select pg_is_in_recovery() as replica, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`.execute(
    handles.shared,
  )
  const isAsked = async () => {
    const { rows } = await servers.replica.query(
      `select count(*)::int as asked from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    )
    return rows[0].asked
  }
  await expect.poll(isAsked, { timeout: 20_000 }).toBe(1)
  await db.deleteFrom('stores').where('id', '=', storeId).execute()
  await sql`vacuum stores`.execute(db)
  const { rows } = await answer
  expect(rows[0]).toMatchObject({ replica: false })
  expect(replicas.figures().reads.repeated).toBe(repeated + 1)
})

test('calls about the account itself read the primary', async () => {
  const { send } = await newAccount()
  const urls = ['/api/users/profile', '/api/auth/sessions', '/api/plans/status', '/api/exports']
  const reads = await readsOf(async () => {
    for (const url of urls) expect([url, (await send(url)).statusCode]).toEqual([url, 200])
  })
  expect(reads).toEqual({ replica: 0, primary: 0 })
})

test('the metrics tell how late the replica is and where requests read', async () => {
  const { body } = await app.anonymous('/metrics')
  expect(body).toMatch(/^storedawn_replica_lag_seconds\{replica="localhost:5432"\} [\d.e-]+$/m)
  expect(body).toMatch(/^storedawn_replica_used\{replica="localhost:5432"\} 1$/m)
  expect(body).toMatch(/^storedawn_read_requests_total\{target="replica"\} [1-9]\d*$/m)
  expect(body).toMatch(/^storedawn_replica_queries_repeated_total \d+$/m)
})

test('a replica that is killed fails no request, and is used again when it is back', async () => {
  const { testLog } = app.ctx
  const { send } = await newAccount()
  const changes = () =>
    testLog.entries.flatMap(({ event, state }) =>
      event === 'db.replica_used' ? ['used'] : event === 'db.replica_unused' ? [state] : [],
    )
  const before = changes().length
  const statuses = new Set<number>()
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      for (const url of ['/api/stores', '/api/saved-stores', '/api/dashboard', '/api/articles'])
        statuses.add((await send(url)).statusCode)
      await sleep(5)
    }
  }
  const callers = [ask(), ask(), ask()]
  await servers.replica.kill()
  await expect.poll(() => changes().length, { timeout: 20_000 }).toBe(before + 1)
  expect(await readsOf(() => send('/api/saved-stores'))).toMatchObject({ replica: 0 })
  await servers.replica.start()
  await untilUsed()
  isOver = true
  await Promise.all(callers)
  expect([...statuses]).toEqual([200])
  expect(changes().slice(before)).toEqual(['away', 'used'])
  expect(await readsOf(() => send('/api/saved-stores'))).toEqual({ replica: 1, primary: 0 })
})

test('a replica that was promoted is not used', async () => {
  const { send } = await newAccount()
  await servers.replica.promote()
  await expect.poll(() => replicas.choose(null), { timeout: 20_000 }).toBeNull()
  expect((await send('/api/stores')).statusCode).toBe(200)
  const last = app.ctx.testLog.entries.findLast(({ event }) => event === 'db.replica_unused')
  expect(last).toMatchObject({ state: 'not_a_replica' })
})

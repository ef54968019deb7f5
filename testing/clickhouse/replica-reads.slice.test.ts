import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertStore } from '#testing/factories.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '#testing/postgres-replica.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let servers: ReplicatedPostgres
let app: TestApp
beforeAll(async () => {
  servers = await startReplicatedPostgres()
  app = await startTestApp({
    serverUrl: servers.primary.url,
    config: ({ DATABASE_URL = '' }) => ({
      DATABASE_READ_URL: [servers.replica.urlOf(new URL(DATABASE_URL).pathname.slice(1))],
    }),
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await servers[Symbol.asyncDispose]()
})

const replicas = () => {
  if (!app.ctx.replicas) throw new Error('the context opened no replicas')
  return app.ctx.replicas
}

async function untilUsed(): Promise<void> {
  await servers.replica.caughtUp()
  await expect
    .poll(
      async () =>
        replicas()
          .measure()
          .then(() => replicas().figures().replicas[0]?.isUsed),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
}

type Row = { id: number; name: string }
async function listRows(): Promise<Row[]> {
  const { send } = await app.as('PLUS_USER')
  const answer = await send('/api/stores?launchStatus=all')
  expect(answer.statusCode).toBe(200)
  return answer.json().content.map(({ id, name }: Row) => ({ id, name }))
}

test('ClickHouse and a replica together: a list shows what ClickHouse found, however late the replica is', async () => {
  expect(app.ctx.config.SEARCH_URL).toBeDefined()
  const { db } = app.ctx
  const id = await insertStore(db, { name: 'Lamp' })
  await listRows()
  await untilUsed()
  await servers.replica.pause()
  onTestFinished(() => servers.replica.resume())
  await db.updateTable('stores').set({ name: 'Moon' }).where('id', '=', id).execute()
  const added = await insertStore(db, { name: 'Sun' })
  expect((await listRows()).toSorted((a, b) => a.id - b.id)).toEqual([
    { id, name: 'Moon' },
    { id: added, name: 'Sun' },
  ])
})

test('once the replica has caught up, lists read their rows from it', async () => {
  await untilUsed()
  const before = replicas().figures().reads.replica
  expect(await listRows()).toHaveLength(2)
  expect(replicas().figures().reads.replica).toBeGreaterThan(before)
})

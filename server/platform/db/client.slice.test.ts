import { getPriority, setPriority } from 'node:os'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.ts'
import { isConnectionLoss } from './postgres-pool.ts'

async function open(options: { queryTimeoutMs?: number; isOwnServer?: boolean } = {}) {
  const database = await createTestDatabase(options)
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database
}

const backendOf = async (db: Awaited<ReturnType<typeof open>>['db']) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

test('a connection that breaks fails its transaction, and the next query gets a new connection', async () => {
  const { db } = await open()
  const broken = db.transaction().execute(async (tx) => {
    const pid = await backendOf(tx)
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toSatisfy(isConnectionLoss)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
})

test(
  'a transaction past its deadline writes nothing, and its connection is not reused',
  { tags: ['check-76'] },
  async () => {
    const { db } = await open({ queryTimeoutMs: 600 })
    await sql`create table kept (id int)`.execute(db)
    let hung = 0
    const inDoubt = db.transaction().execute(async (tx) => {
      hung = await backendOf(tx)
      process.kill(hung, 'SIGSTOP') // such as a disk that does not answer
      await sql`insert into kept values (1)`.execute(tx)
    })
    await expect(inDoubt).rejects.toThrow(/timeout/i)
    process.kill(hung, 'SIGCONT')
    await sql`insert into kept values (2)`.execute(db)
    expect(await backendOf(db)).not.toBe(hung)
    const { rows } = await sql<{ id: number }>`select id from kept`.execute(db)
    expect(rows).toEqual([{ id: 2 }])
  },
)

test('a session of a server that the product started has the priority of its process', async () => {
  const before = getPriority()
  setPriority(Math.min(before + 1, 19))
  const { db } = await open({ isOwnServer: true })
  const other = await open()
  const own = await backendOf(db)
  expect([getPriority(own), getPriority(await backendOf(other.db))]).toEqual([
    getPriority(),
    before,
  ])
})

test('moments arrive to the millisecond, whatever their century, fraction or end', async () => {
  const { db } = await open()
  const { rows } = await sql<{ at: Date | number; ms: number }>`
    select at, floor(extract(epoch from at) * 1000)::float8 as ms
    from unnest(array['2026-11-29 23:16:31.29+00', '2026-11-29 23:16:31.123456+02:30', '2026-11-29', '1969-12-31 23:59:59.25+00',
      '0099-03-01 00:00:00+00', '0044-03-15 12:00:00+00 BC', '12026-11-29 23:16:31.5+00', 'infinity', '-infinity']::timestamptz[]) as at`.execute(
    db,
  )
  expect(rows).toHaveLength(9)
  expect(rows.map(({ at }) => Number(at))).toEqual(rows.map(({ ms }) => ms))
})

import { setImmediate as nextTick } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import type { Db } from './schema.ts'
import { inTransaction } from './transaction.ts'

const testDatabase = sharedByTests(createTestDatabase)
let outer: { db: Db; name: string }

beforeAll(async () => {
  outer = { db: testDatabase.db, name: 'kept' }
  await sql`create table noted (id int)`.execute(outer.db)
})
beforeEach(() => sql`delete from noted`.execute(outer.db))

const note = (db: Db, id: number) => sql`insert into noted values (${id})`.execute(db)
const readNoted = async () =>
  (await sql<{ id: number }>`select id from noted order by id`.execute(outer.db)).rows.map(
    (row) => row.id,
  )

test('commits writes through the context it passes, which is otherwise unchanged', async () => {
  const name = await inTransaction(outer, async (ctx) => {
    await note(ctx.db, 1)
    return ctx.name
  })
  expect(name).toBe('kept')
  expect(await readNoted()).toEqual([1])
})

test('an error rolls everything back and reaches the caller', async () => {
  const failing = inTransaction(outer, async (ctx) => {
    await note(ctx.db, 1)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await readNoted()).toEqual([])
})

test(
  'using the outer handle inside, even several calls deep, is an error and not a hang',
  { tags: ['check-81'] },
  async () => {
    const deep = async () => {
      await nextTick()
      await note(outer.db, 2)
    }
    const mistaken = inTransaction(outer, async (ctx) => {
      await note(ctx.db, 1)
      await deep()
    })
    await expect(mistaken).rejects.toThrow(/outer database handle/)
    expect(await readNoted()).toEqual([])
  },
)

test('a transaction inside a transaction is an error', async () => {
  await expect(inTransaction(outer, (ctx) => inTransaction(ctx, async () => 1))).rejects.toThrow(
    /inside a transaction/,
  )
})

test('work that outlives its transaction may use the outer handle', async () => {
  let later: Promise<unknown> = Promise.resolve()
  const released = Promise.withResolvers<void>()
  await inTransaction(outer, async () => {
    later = released.promise.then(() => note(outer.db, 3))
  })
  released.resolve()
  await later
  expect(await readNoted()).toEqual([3])
})

test('parallel transactions do not see or disturb each other', async () => {
  await Promise.allSettled(
    Array.from({ length: 40 }, (_, id) =>
      inTransaction(outer, async (ctx) => {
        await note(ctx.db, id)
        await nextTick()
        if (id % 2) throw new Error('odd')
      }),
    ),
  )
  expect(await readNoted()).toEqual(Array.from({ length: 20 }, (_, half) => half * 2))
})

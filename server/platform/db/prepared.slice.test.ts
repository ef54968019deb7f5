import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { prepared } from './prepared.ts'
import type { Db } from './schema.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
beforeAll(async () => {
  await sql`create table lamps (id int primary key, name text not null)`.execute(app.ctx.db)
  await sql`insert into lamps values (1, 'Moon'), (2, 'Sun'), (3, 'Dawn')`.execute(app.ctx.db)
})

type Lamp = { id: number; name: string }

const lampsBetween = prepared('test_lamps', (db: Db, from: number, to: number) => ({
  compile: () =>
    sql<Lamp>`select id, name from lamps where id >= ${from} and id <= ${to} order by id`.compile(
      db,
    ),
}))

const namesBetween = async (from: number, to: number) =>
  (await lampsBetween(app.ctx.db, from, to)).map(({ name }) => name)

test('a prepared query answers each call with its own values, even for many parallel calls', async () => {
  expect(await namesBetween(1, 2)).toEqual(['Moon', 'Sun'])
  const many = await Promise.all(
    Array.from({ length: 30 }, (_, at) => namesBetween((at % 3) + 1, 3)),
  )
  many.forEach((names, at) => expect(names).toEqual(['Moon', 'Sun', 'Dawn'].slice(at % 3)))
})

test('a prepared query still works after a migration adds a column, and after its connections end', async () => {
  await namesBetween(1, 3)
  await sql`alter table lamps add column colour text`.execute(app.ctx.db)
  expect(await namesBetween(1, 1)).toEqual(['Moon'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    .execute(app.ctx.db)
    .catch(() => undefined)
  expect(await namesBetween(2, 2)).toEqual(['Sun'])
})

test('a query that uses its values in another order is refused on first use', async () => {
  const wrong = prepared('test_wrong', (db: Db, from: number, to: number) => ({
    compile: () =>
      sql<Lamp>`select id, name from lamps where id <= ${to} and id >= ${from}`.compile(db),
  }))
  await expect(wrong(app.ctx.db, 1, 2)).rejects.toThrow('its values once and in their order')
})

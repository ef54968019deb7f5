import { type Kysely, sql } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTestLog } from '#testing/test-log.ts'
import { DatabaseUnusableError } from './errors.ts'
import { migrate, onlyMigrations } from './migrate.ts'
import type { Db } from './schema.ts'

const testDatabase = sharedByTests(createTestDatabase)
let db: Db
const { log } = createTestLog()

beforeAll(() => {
  db = testDatabase.db
})
beforeEach(() =>
  sql`drop table if exists first, second, kysely_migration, kysely_migration_lock`.execute(db),
)

const step = (...statements: string[]) => ({
  up: async (schema: Kysely<never>) => {
    for (const statement of statements) await sql.raw(statement).execute(schema)
  },
})
const FIRST = step('create table first (id int)', 'insert into first values (1)')
const SECOND = step('create table second (id int)')
const BROKEN = step('update first set id = 99', 'create table second (id int)', 'select 1/0')

const only = (migrations: Record<string, typeof FIRST>): MigrationProvider => ({
  getMigrations: async () => migrations,
})
const ONE = only({ '0001-first': FIRST })
const BOTH = only({ '0001-first': FIRST, '0002-second': SECOND })
const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where tablename in ('first', 'second') order by tablename`.execute(
    db,
  )
  return rows.map((row) => row.name)
}
const rowsOfFirst = async () => (await sql`select id from first`.execute(db)).rows

test(
  'brings a database to the newest schema; a second run changes nothing',
  { tags: ['check-83'] },
  async () => {
    await migrate(db, log, BOTH)
    await migrate(db, log, BOTH)
    expect(await tables()).toEqual(['first', 'second'])
    expect(await rowsOfFirst()).toEqual([{ id: 1 }])
  },
)

test('simultaneous starts run every step once', { tags: ['check-83'] }, async () => {
  await Promise.all([1, 2, 3].map(() => migrate(db, log, BOTH)))
  expect(await rowsOfFirst()).toEqual([{ id: 1 }])
})

test(
  'a failing step leaves schema and data unchanged, and the error names it',
  { tags: ['check-83'] },
  async () => {
    await migrate(db, log, ONE)
    const failing = migrate(db, log, only({ '0001-first': FIRST, '0002-broken': BROKEN }))
    await expect(failing).rejects.toThrow(/0002-broken.*division by zero/)
    expect(await tables()).toEqual(['first'])
    expect(await rowsOfFirst()).toEqual([{ id: 1 }])
    // repaired: continues from there
    await migrate(db, log, only({ '0001-first': FIRST, '0002-broken': SECOND }))
    expect(await tables()).toEqual(['first', 'second'])
  },
)

test(
  'a file inserted before one that already ran is an error',
  { tags: ['check-83'] },
  async () => {
    await migrate(db, log, only({ '0002-second': SECOND }))
    await expect(migrate(db, log, BOTH)).rejects.toThrow(/corrupted/)
    expect(await tables()).toEqual(['second'])
  },
)

test('a program refuses a newer schema with one sentence that names it, and changes nothing', async () => {
  await migrate(db, log, BOTH)
  const started = migrate(db, log, ONE)
  await expect(started).rejects.toThrow(DatabaseUnusableError)
  await expect(started).rejects.toThrow(
    /^The database has a newer schema \(0002-second\) than this release knows \(0001-first\): .+\.$/,
  )
  expect(await tables()).toEqual(['first', 'second'])
})

test('a schema that lacks an earlier step was made by no release', async () => {
  const first = await onlyMigrations(['0001-first'], BOTH)
  expect(Object.keys(await first.getMigrations())).toEqual(['0001-first'])
  await expect(onlyMigrations(['0002-second'], BOTH)).rejects.toThrow(
    'No release has made a schema without 0001-first, but with 0002-second.',
  )
})

test('an unknown step recorded before a known one is an error', async () => {
  await migrate(db, log, BOTH)
  const started = migrate(db, log, only({ '0001-first': FIRST, '0003-third': step() }))
  await expect(started).rejects.toThrow(/corrupted/)
})

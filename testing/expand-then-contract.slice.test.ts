import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import {
  migrate,
  onlyMigrations,
  readMigrations,
  readSchemaState,
} from '#server/platform/db/migrate.ts'
import { createEmptyDatabase } from '#testing/compare-databases.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { findBreaks, readCatalog } from '#testing/schema-catalog.ts'
import { createTestLog } from '#testing/test-log.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../server/platform/db/migrations')
const CONTRACT = /\/\*\*[^/]*\bcontract: \S+/
const { log } = createTestLog()

const empty = sharedByTests(() => createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? ''))
const database = sharedByTests(() => openDatabase(parseConfig({ DATABASE_URL: empty.url }), log))
afterAll(() => database.close())

const isContract = (name: string) =>
  CONTRACT.test(readFileSync(path.join(MIGRATIONS, `${name}.ts`), 'utf8'))

/** Runs those that are missing, and says what each of them breaks for the release before it. */
async function breaksOfEach(all: Record<string, Migration>): Promise<Record<string, string[]>> {
  const provider = { getMigrations: async () => all }
  const { applied, missing } = await readSchemaState(database.db, provider)
  const broken: Record<string, string[]> = {}
  for (const [at, name] of missing.entries()) {
    const before = await readCatalog(database.db)
    const names = [...applied, ...missing.slice(0, at + 1)]
    await migrate(database.db, log, await onlyMigrations(names, provider))
    const breaks = findBreaks(before, await readCatalog(database.db))
    if (breaks.length > 0) broken[name] = breaks
  }
  return broken
}

test('a new migration takes nothing from the release before it, unless it names the release since which nothing uses it', async () => {
  const all = await readMigrations().getMigrations()
  const broken = await breaksOfEach(all)
  expect(Object.keys(broken).filter((name) => !isContract(name))).toEqual([])
  // The first release has one migration: these two stand for those of later ones.
  const step = (statement: string): Migration => ({
    up: async (db) => void (await sql.raw(statement).execute(db)),
  })
  const later = {
    '9998-adds': step('alter table stores add column size integer'),
    '9999-takes': step('alter table stores drop column size'),
  }
  expect(await breaksOfEach({ ...all, ...later })).toEqual({
    '9999-takes': ['stores.size is gone'],
  })
})

async function breaksOf(statements: string): Promise<string[]> {
  let breaks: string[] = []
  const undone = new Error('undone')
  const work = database.db.transaction().execute(async (transaction) => {
    await sql`create table shops (id bigint primary key, age int, days int default 1, name text unique)`.execute(
      transaction,
    )
    const before = await readCatalog(transaction)
    await sql.raw(statements).execute(transaction)
    breaks = findBreaks(before, await readCatalog(transaction))
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return breaks
}

test.for([
  ['alter table shops drop column age', 'shops.age is gone'],
  ['drop table shops', 'shops.id is gone'],
  ['alter table shops rename to stores_2', 'shops.id is gone'],
  ['alter table shops rename column age to years', 'shops.age is gone'],
  ['alter table shops alter column age type bigint', 'shops.age is bigint instead of integer'],
  ['alter table shops alter column age set not null', 'shops.age refuses null'],
  ['alter table shops alter column days drop default', 'shops.days has no default any more'],
  ['alter table shops add column size int not null', 'shops.size is new and needs a value'],
  ['alter table shops add check (age > 0)', 'new rule on shops: CHECK ((age > 0))'],
  [
    'create unique index on shops (age)',
    'new rule on shops: CREATE UNIQUE INDEX ON public.shops USING btree (age)',
  ],
  [
    'alter table shops add foreign key (age) references shops',
    'new rule on shops: FOREIGN KEY (age) REFERENCES shops(id)',
  ],
  [
    `create trigger t before update on shops for each row execute function suppress_redundant_updates_trigger()`,
    'new rule on shops: CREATE TRIGGER t BEFORE UPDATE ON public.shops FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  ],
  [
    `create trigger t after update on shops for each row execute function suppress_redundant_updates_trigger()`,
    'new rule on shops: CREATE TRIGGER t AFTER UPDATE ON public.shops FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  ],
  [
    'alter table shops drop constraint shops_name_key',
    'lost key of shops: CREATE UNIQUE INDEX ON public.shops USING btree (name)',
  ],
] as const)('%s is refused', async ([statement, sentence]) => {
  expect(await breaksOf(statement)).toContain(sentence)
})

test.for([
  'alter table shops add column size bigint not null default 0',
  'alter table shops add column size bigint',
  'create index on shops (age)',
  'alter table shops alter column name drop not null',
  'create trigger t after update on shops for each statement execute function suppress_redundant_updates_trigger()',
  'create table other_shops (id bigint primary key, size int not null check (size > 0))',
])('%s is allowed', async (statement) => {
  expect(await breaksOf(statement)).toEqual([])
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestLog } from '#testing/test-log.ts'
import { migrate } from './migrate.ts'

const ROWS = 100_000
const FOLDER = join(import.meta.dirname, 'migrations')
const files = readdirSync(FOLDER).toSorted()
const { log } = createTestLog()

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.close())

/** The schema as it was after the first `count` migrations. */
async function migrateTo(count: number): Promise<void> {
  const migrations: Record<string, Migration> = {}
  for (const file of files.slice(0, count)) {
    migrations[file.replace(/\.ts$/, '')] = await import(pathToFileURL(join(FOLDER, file)).href)
  }
  await migrate(testDatabase.db, log, { getMigrations: async () => migrations })
}

/** For a database that has been in use since its first day. */
async function fill(): Promise<void> {
  const { db } = testDatabase
  await sql`
    insert into stores (slug, domain, name, status, apps, pixels, launch_status, launch_confidence, launch_reason, found_at, found_day,
      visible_at, last_checked_at, email)
    select 'shop-' || i, 'shop' || i || '.example', 'Shop ' || i, 'OPEN', '[]', '[]', 'new', 'high', 'recent_products',
      '2026-01-01T00:00:00Z'::timestamptz + i * interval '1 minute', '2026-01-01'::date + i / 1440,
      '2026-01-01T00:00:00Z'::timestamptz + i * interval '1 minute', now(), case when i % 3 = 0 then 'info@shop' || i || '.example' end
    from generate_series(1, ${ROWS}::integer) as i`.execute(db)
  await sql`
    insert into candidates (host, stage, revealed_at, log_id, due_at, outcome, store_id)
    select 'shop' || i || '.example', case when i % 10 = 0 then 'resolve' else 'visit' end,
      '2026-01-01T00:00:00Z'::timestamptz + i * interval '1 minute', 'log', case when i % 2 = 0 then now() end,
      case when i % 4 = 0 then 'store' end, i
    from generate_series(1, ${ROWS}::integer) as i`.execute(db)
  await sql`
    insert into ct_logs (log_id, description, operator, url, next_index, tree_size, state, updated_at)
    values ('log', 'Log', 'Operator', 'https://log.example/', 1, 2, 'active', now())`.execute(db)
}

async function summary() {
  const { rows } = await sql`
    select
      (select count(*) from stores) as stores,
      (select sum(hashtext(slug || domain || found_day || coalesce(email, ''))::bigint) from stores) as "storesSum",
      (select count(*) from candidates) as candidates,
      (select sum(hashtext(host || stage || revealed_at || coalesce(outcome, ''))::bigint) from candidates) as "candidatesSum",
      (select next_index from ct_logs) as "nextIndex"`.execute(testDatabase.db)
  return rows[0]
}

test(
  'every migration from the first on keeps the hundred thousand rows of a database',
  { tags: ['check-83'] },
  async () => {
    await sql`drop schema public cascade`.execute(testDatabase.db)
    await sql`create schema public`.execute(testDatabase.db)
    await migrateTo(1)
    await fill()
    const before = await summary()
    expect(before).toMatchObject({ stores: ROWS, candidates: ROWS, nextIndex: 1 })
    for (let count = 2; count <= files.length; count += 1) {
      await migrateTo(count)
      expect([files[count - 1], await summary()]).toEqual([files[count - 1], before])
    }
  },
)

import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { DatabaseUnusableError } from '#server/platform/db/errors.ts'
import { migrate, readMigrations, readSchemaState } from '#server/platform/db/migrate.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { insertStore } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { openSession, readSequences, readShape } from './database-shape.ts'
import { fillDatabase, type Wanted } from './fill-database.ts'
import type { TableDigest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { digestTable } from './rows.ts'
import { createSigner } from './signature.ts'
import { writeBackup } from './write-backup.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let url: string
const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  url = ctx.config.DATABASE_URL ?? ''
  await insertStore(ctx.db)
})

async function createTarget(): Promise<string> {
  const database = await createEmptyDatabase(url)
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database.url
}

async function describeOriginal(): Promise<Wanted> {
  await using client = await openSession(url)
  const { shape, tables } = await readShape(client)
  const digests: TableDigest[] = []
  for (const table of tables) digests.push(await digestTable(client, table))
  return { shape, tables: digests, sequences: await readSequences(client) }
}

const fill = (target: string, wanted: Wanted) =>
  fillDatabase({ url: target, log: ctx.log }, wanted, async () => undefined)

test(
  'rows that differ from what was promised are not committed',
  { tags: ['check-84'] },
  async () => {
    const target = await createTarget()
    await expect(fill(target, await describeOriginal())).rejects.toThrow(
      /^the rows of \S+ differ from the original: 0 rows/,
    )
    expect(await readTables(target)).toEqual({})
  },
)

test('a schema of a newer release is refused with a sentence', async () => {
  const target = await createTarget()
  const { shape, ...content } = await describeOriginal()
  const newer = { ...shape, migrations: [...shape.migrations, '9999-later'] }
  const filling = fill(target, { ...content, shape: newer })
  await expect(filling).rejects.toThrow(DatabaseUnusableError)
  await expect(filling).rejects.toThrow(/^This release does not know the schema 9999-later: .+\.$/)
  expect(await readTables(target)).toEqual({})
})

test('a job queue of another version is refused, and the message says which release to use', async () => {
  const target = await createTarget()
  const { shape, ...content } = await describeOriginal()
  const other = { ...shape, jobQueue: shape.jobQueue - 1 }
  await expect(fill(target, { ...content, shape: other })).rejects.toThrow(
    /restore it with the release that made it/,
  )
  expect(await readTables(target)).toEqual({})
})

test(
  'a backup of an older release is restored with its schema, which the next start migrates',
  { tags: ['check-84'] },
  async () => {
    const older = await createTarget()
    const known = await readMigrations().getMigrations()
    const migrations = { getMigrations: async () => ({ ...known, '9999-later': LATER }) }
    const olderDb = openKysely(older)
    await migrate(olderDb, ctx.log)
    await olderDb.destroy()
    {
      await using client = await openSession(older)
      await client.query(getConstructionPlans('pgboss'))
      await client.query(
        `insert into mail_hosts (domain, state, due_at) values ('old.example', 'unknown', now())`,
      )
    }
    const file = path.join(await createTestFolder(), 'old.tar.zst')
    const signer = createSigner(Buffer.alloc(32, 1))
    const secretFile = path.join(ctx.config.DATA_DIR, 'no-secret')
    await writeBackup({
      databaseUrl: older,
      files: ctx.files,
      secretFile,
      file,
      signer,
      recipients: [],
      now: ctx.now,
    })

    const target = await createTarget()
    await restoreBackup({
      file,
      identities: [],
      signers: [signer.name],
      databaseUrl: target,
      target: null,
      log: ctx.log,
      migrations,
    })
    expect(await readTables(target)).toEqual(await readTables(older))
    const db = openKysely(target)
    const state = await readSchemaState(db, migrations)
    expect(state).toEqual({ applied: Object.keys(known), missing: ['9999-later'], unknown: [] })
    await migrate(db, ctx.log, migrations)
    expect((await readSchemaState(db, migrations)).missing).toEqual([])
    await db.destroy()
    expect((await readTables(target))['public.mail_hosts']?.rows).toBe(1)
  },
)

const LATER: Migration = {
  up: async (db) => void (await sql`alter table mail_hosts add column later integer`.execute(db)),
}

const openKysely = (connectionString: string) =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })

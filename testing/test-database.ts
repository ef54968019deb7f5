import { randomBytes } from 'node:crypto'
import { constants, cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Config, parseConfig } from '#server/config.ts'
import type { Db } from '#server/context.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { ensureTemplateFolder, fillDatabase, hashIngredients } from '#testing/database-template.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createTestLog } from '#testing/test-log.ts'

export type TestDatabase = {
  db: Db
  database: OpenDatabase
  /** DATA_DIR and DATABASE_URL of this private database, and everything else at its default. */
  config: Config
  /** Which engine these tests run on: `TEST_DATABASE=postgres` or, by default, the embedded one. */
  engine: 'embedded' | 'postgres'
  close: () => Promise<void>
}

type TestDatabaseOptions = { queryTimeoutMs?: number }

export const testEngine = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded'

/** A migrated, empty database for one test file; nobody else sees it. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const dataDir = await createTempFolder('storedawn-test-')
  const clone = testEngine === 'postgres' ? await clonePostgres() : await cloneEmbedded(dataDir)
  const config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', PORT: '0', ...clone.settings })
  const database = await openDatabase(config, createTestLog().log, options)
  return {
    db: database.db,
    database,
    config,
    engine: testEngine,
    async close() {
      // Nobody will open it again, so nothing has to be written down (300 ms).
      if (database.pid) process.kill(database.pid, 'SIGKILL')
      await database.close()
      await clone.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Clone = { settings: { DATABASE_URL?: string }; drop: () => Promise<void> }

async function cloneEmbedded(dataDir: string): Promise<Clone> {
  // A thousand small files: the synchronous copy is five to ten times as fast, and a test has nothing else to do.
  cpSync(await ensureTemplateFolder(), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { settings: {}, drop: async () => undefined }
}

/** Puts a migrated database that is not open into the folder, for tests that open it themselves. */
export async function fillDataDir(dataDir: string): Promise<string> {
  await cloneEmbedded(dataDir)
  return dataDir
}

async function clonePostgres(): Promise<Clone> {
  const url = process.env['TEST_DATABASE_URL']
  if (!url)
    throw new Error(
      'TEST_DATABASE=postgres needs TEST_DATABASE_URL, the address of a server where databases may be created',
    )
  const name = `storedawn_test_${randomBytes(6).toString('hex')}`
  await withAdmin(url, async (admin) => {
    const template = await ensureTemplateDatabase(admin, url)
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    settings: { DATABASE_URL: databaseUrl(url, name) },
    drop: () =>
      withAdmin(url, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  }
}

/** Any number of test files may start at once: one builds, the others wait for its lock. */
async function ensureTemplateDatabase(admin: pg.Client, url: string): Promise<string> {
  const template = `storedawn_template_${await hashIngredients()}`
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (!rowCount) {
      const draft = `${template}_draft`
      await admin.query(`drop database if exists ${draft} with (force)`)
      await admin.query(`create database ${draft}`)
      await fillDatabase({ DATA_DIR: tmpdir(), DATABASE_URL: databaseUrl(url, draft) })
      await waitUntilUnused(admin, draft)
      await admin.query(`alter database ${draft} rename to ${template}`)
    }
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
  return template
}

/** A server process lives on for a moment after its client has gone. */
async function waitUntilUnused(admin: pg.Client, name: string): Promise<void> {
  const deadline = Date.now() + 5_000
  while (Date.now() < deadline) {
    const { rowCount } = await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
    if (!rowCount) return
    await sleep(20)
  }
}

const TEMPLATE_LOCK = 7_316_001

async function withAdmin<Result>(url: string, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  return work(admin).finally(() => admin.end())
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, withClient } from '#testing/database-client.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { testFilesUrl } from '#testing/test-files.ts'
import { createTestLog } from '#testing/test-log.ts'

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

type TestDatabaseOptions = {
  queryTimeoutMs?: number
  isOwnServer?: boolean
  /** A server on which databases may be created; the one of the test run by default. */
  serverUrl?: string | undefined
}

/** A migrated, empty database that only one test file uses. */
export async function createTestDatabase({
  serverUrl = testServerUrl(),
  ...options
}: TestDatabaseOptions = {}) {
  const dataDir = await createTempFolder('storedawn-test-')
  const clone = await cloneTemplate(serverUrl)
  const filesUrl = await testFilesUrl()
  const config = parseConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    PORT: '0',
    // Tests ask more of one network than people do.
    ANONYMOUS_PER_MINUTE: '0',
    DATABASE_URL: clone.url,
    ...(filesUrl !== undefined && { FILES_URL: filesUrl }),
  })
  const database = await openDatabase(config, createTestLog().log, options)
  return {
    db: database.db,
    database,
    /**
     * DATA_DIR, DATABASE_URL and FILES_URL of this private database; default values for everything
     * else.
     */
    config,
    async [Symbol.asyncDispose]() {
      await database.close()
      await clone.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function testServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return url
  throw new Error(
    'TEST_DATABASE_URL is not set: the address of a server where databases may be created',
  )
}

async function cloneTemplate(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `storedawn_test_${randomBytes(6).toString('hex')}`
  await withClient(server, async (admin) => {
    const template = await ensureTemplate(admin, server)
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withClient(
        server,
        async (admin) => void (await admin.query(`drop database ${name} with (force)`)),
      ),
  }
}

/**
 * Any number of test files may start at once: one builds the template, the others wait for its
 * lock.
 */
async function ensureTemplate(admin: pg.Client, url: string): Promise<string> {
  const template = `storedawn_template_${hashIngredients()}`
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [
      template,
    ])
    if (!rowCount) {
      const draft = `${template}_draft`
      await admin.query(`drop database if exists ${draft} with (force)`)
      await admin.query(`create database ${draft}`)
      await fillDatabase(databaseUrl(url, draft))
      await waitUntilUnused(admin, draft)
      await admin.query(`alter database ${draft} rename to ${template}`)
    }
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
  return template
}

/** A server process continues for a moment after its client has disconnected. */
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

const ROOT = join(import.meta.dirname, '..')
/** Sources of a new database; a change to any of them creates a new template. */
const INGREDIENTS = ['server/platform/db/migrations', 'server/platform/jobs', 'package-lock.json']

function hashIngredients(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of INGREDIENTS.flatMap(listFiles)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function listFiles(path: string): string[] {
  const full = join(ROOT, path)
  if (!statSync(full).isDirectory()) return [full]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

export async function fillDatabase(url: string): Promise<void> {
  const { log } = createTestLog()
  const settings = { DATA_DIR: tmpdir(), DATABASE_URL: url, ROLES: 'api' }
  const config = parseConfig({ ...settings, APP_SECRET: 'of a template, and of no copy of it' })
  const ctx = await createContext(config, { log })
  // The first process on each copy creates a new secret.
  await ctx.db.deleteFrom('system_state').where('key', '=', 'app_secret').execute()
  await ctx[Symbol.asyncDispose]()
}

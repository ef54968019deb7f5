import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { HOUR_MS } from '#contracts/dates.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import type { Key } from './encryption.ts'
import { openSession } from './database-shape.ts'
import { type RestoredBackup, restoreBackup } from './restore-backup.ts'

export type VerifyInput = {
  file: string
  key: Key | null
  /**
   * The server that gets a scratch database; null, or one that refuses it: a temporary PostgreSQL.
   */
  serverUrl: string | null
  log: Logger
}

/**
 * Restores the backup into a database that lives only for this, and compares every row and every
 * file with the manifest.
 * @throws BackupError when it could not be restored
 */
export async function verifyBackup({
  file,
  key,
  serverUrl,
  log,
}: VerifyInput): Promise<RestoredBackup> {
  await using scratch = await openScratch(serverUrl, log)
  return await restoreBackup({ file, key, databaseUrl: scratch.url, target: null, log })
}

type Scratch = AsyncDisposable & { url: string }

async function openScratch(serverUrl: string | null, log: Logger): Promise<Scratch> {
  if (serverUrl === null) return startScratchServer(log)
  return createScratchDatabase(serverUrl).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    return startScratchServer(log)
  })
}

/** SQLSTATE */
const INSUFFICIENT_PRIVILEGE = '42501'

async function createScratchDatabase(serverUrl: string): Promise<Scratch> {
  const name = `${SCRATCH_PREFIX}${Date.now()}_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  {
    await using admin = await openSession(serverUrl)
    await dropAbandoned(admin)
    await admin.query(`create database ${name} template template0`)
  }
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await using admin = await openSession(serverUrl)
      await admin.query(`drop database ${name} with (force)`)
    },
  }
}

/** Followed by the moment of its creation. */
const SCRATCH_PREFIX = 'storedawn_scratch_'

/** Those of killed processes. */
async function dropAbandoned(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database d where datname ~ '^${SCRATCH_PREFIX}[0-9]+_[0-9a-f]+$'
     and pg_has_role(datdba, 'member') and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
  )
  const isOld = (name: string) => Number(name.split('_')[2]) < Date.now() - HOUR_MS
  for (const { name } of rows) if (isOld(name)) await admin.query(`drop database if exists ${name}`)
}

async function startScratchServer(log: Logger): Promise<Scratch> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storedawn-scratch-'))
  // PostgreSQL refuses to run as root, and its own user must reach the folder
  await chmod(dataDir, 0o755)
  const server = await openLocalPostgres({
    dataDir,
    log,
    use: 'product',
    settings: { fsync: 'off' },
  })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
      await rm(server.folder, { recursive: true, force: true })
    },
  }
}

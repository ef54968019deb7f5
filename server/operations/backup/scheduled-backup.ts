import path from 'node:path'
import { HOUR_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import { messageOf } from './backup-error.ts'
import { backupFileIn, pruneBackups, writeBackup } from './write-backup.ts'
import { openSession } from './database-shape.ts'
import { createReadBackKey, type Key, type Lock } from './encryption.ts'
import { verifyBackup } from './verify-backup.ts'

/** A run that begins every 24 hours must not be too early by the minutes that its predecessor waited. */
const SLACK_MS = 10 * 60 * 1000

type Deps = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'now'>

/** Writes, verifies and counts backups where `BACKUP_TO` names a folder. */
export async function backUpWhenDue(ctx: Deps): Promise<void> {
  const { BACKUP_TO: folder, DATABASE_URL: databaseUrl } = ctx.config
  if (folder === undefined || databaseUrl === undefined) return
  await using session = await openSession(databaseUrl)
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  if (!rows[0]?.taken || !(await isDue(ctx))) return
  const { id } = await ctx.db
    .insertInto('backup_runs')
    .values({ started_at: ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    await backUp(ctx, { id, folder, databaseUrl })
  } catch (error) {
    ctx.log.error({ event: 'backup.failed', err: error }, 'a scheduled backup failed')
    await ctx.db
      .updateTable('backup_runs')
      .set({ problem: messageOf(error) })
      .where('id', '=', id)
      .execute()
  }
}

/** Lets one backup run at a time. */
const LOCK = 7_316_003

async function isDue({ db, config, now }: Deps): Promise<boolean> {
  const after = new Date(now().getTime() - config.BACKUP_EVERY_H * HOUR_MS + SLACK_MS)
  const recent = await db
    .selectFrom('backup_runs')
    .select('id')
    .where('verified_at', 'is not', null)
    .where('started_at', '>', after)
    .limit(1)
    .execute()
  return recent.length === 0
}

type Run = { id: number; folder: string; databaseUrl: string }

async function backUp(ctx: Deps, { id, folder, databaseUrl }: Run): Promise<void> {
  const { config, db, files, log, now } = ctx
  const { lock, key } = await createLock(config.BACKUP_RECIPIENT)
  const secretFile = path.join(config.DATA_DIR, 'app-secret')
  const file = backupFileIn(folder, now(), lock !== null)
  const { bytes } = await writeBackup({ databaseUrl, files, secretFile, file, lock, now })
  const written = { file, bytes, written_at: now() }
  await db.updateTable('backup_runs').set(written).where('id', '=', id).execute()
  await verifyBackup({ file, key, serverUrl: databaseUrl, log })
  await db.updateTable('backup_runs').set({ verified_at: now() }).where('id', '=', id).execute()
  const deleted = await pruneBackups(folder, { keep: config.BACKUP_KEEP, now })
  log.info({ event: 'backup.verified', file, bytes, deleted }, 'a scheduled backup was written and verified')
}

/** The machine does not have the recipient's key, so the file gets a second recipient, whose key ends with this run. */
async function createLock(recipient: string | undefined): Promise<{ lock: Lock; key: Key | null }> {
  if (recipient === undefined) return { lock: null, key: null }
  const readBack = await createReadBackKey(recipient)
  return {
    lock: { recipients: [recipient, readBack.recipient] },
    key: { identities: [readBack.identity] },
  }
}

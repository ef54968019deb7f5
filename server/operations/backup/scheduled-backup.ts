import { HOUR_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import { secretFileIn } from '#server/platform/secrets/keyring.ts'
import { renameOnDisk } from './archive.ts'
import { messageOf } from './backup-error.ts'
import { openSession } from './database-shape.ts'
import { createReadBackKey } from './encryption.ts'
import { createSigner } from './signature.ts'
import { verifyBackup } from './verify-backup.ts'
import { backupFileIn, pruneBackups, UNVERIFIED_SUFFIX, writeBackup } from './write-backup.ts'

/**
 * A run that begins every 24 hours must not be too early by the minutes that its predecessor
 * waited.
 */
const SLACK_MS = 10 * 60 * 1000

type Deps = Pick<AppContext, 'config' | 'db' | 'files' | 'keyring' | 'log' | 'now'>

/** Where `BACKUP_TO` names a folder. */
export async function backUpWhenDue(ctx: Deps): Promise<void> {
  const { BACKUP_TO: folder, DATABASE_URL: databaseUrl } = ctx.config
  if (folder === undefined || databaseUrl === undefined) return
  await using session = await openSession(databaseUrl)
  const { rows } = await session.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [LOCK],
  )
  if (!rows[0]?.taken || !(await isDue(ctx))) return
  // Before anything is written: a full disk has room again once fewer are to be kept. A folder that
  // does not exist yet is made below.
  await pruneBackups(folder, { keep: ctx.config.BACKUP_KEEP, now: ctx.now }).catch(() => undefined)
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

const LOCK = 7_316_003

/**
 * After failures the gap doubles up to the normal one: a reason that stays would otherwise cost a
 * whole backup each hour.
 */
async function isDue({ db, config, now }: Deps): Promise<boolean> {
  const verified = await db
    .selectFrom('backup_runs')
    .select((on) => on.fn.max('started_at').as('at'))
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  const failed = await db
    .selectFrom('backup_runs')
    .select((on) => [on.fn.countAll<number>().as('runs'), on.fn.max('started_at').as('at')])
    .where('verified_at', 'is', null)
    .where('started_at', '>', verified?.at ?? new Date(0))
    .executeTakeFirst()
  const last = failed?.at ?? verified?.at
  if (!last) return true
  const gapH = failed?.at
    ? Math.min(config.BACKUP_EVERY_H, 2 ** (failed.runs - 1))
    : config.BACKUP_EVERY_H
  return now().getTime() - last.getTime() > gapH * HOUR_MS - SLACK_MS
}

type Run = { id: number; folder: string; databaseUrl: string }

/** The file gets its name once it is verified. */
async function backUp(ctx: Deps, { id, folder, databaseUrl }: Run): Promise<void> {
  const { config, db, files, keyring, log, now } = ctx
  const prune = () => pruneBackups(folder, { keep: config.BACKUP_KEEP, now })
  const { recipients, identities } = await createReaders(config.BACKUP_RECIPIENT)
  const signer = createSigner(keyring.current('backup'))
  const file = backupFileIn(folder, now(), recipients.length > 0)
  const unverified = `${file}${UNVERIFIED_SUFFIX}`
  const { bytes } = await writeBackup({
    databaseUrl,
    files,
    secretFile: secretFileIn(config.DATA_DIR),
    file: unverified,
    signer,
    recipients,
    now,
  })
  const record = (values: {
    file: string
    bytes?: number
    written_at?: Date
    verified_at?: Date
  }) => db.updateTable('backup_runs').set(values).where('id', '=', id).execute()
  await record({ file: unverified, bytes, written_at: now() })
  try {
    await verifyBackup({ file: unverified, identities, signers: [signer.name], log })
  } catch (error) {
    await prune()
    throw error
  }
  await renameOnDisk(unverified, file)
  await record({ file, verified_at: now() })
  const deleted = await prune()
  log.info(
    { event: 'backup.verified', file, bytes, deleted },
    'a scheduled backup was written and verified',
  )
}

/**
 * The machine does not have the recipient's key, so the file gets a second recipient, whose key
 * ends with this run.
 */
async function createReaders(
  recipient: string | undefined,
): Promise<{ recipients: string[]; identities: string[] }> {
  if (recipient === undefined) return { recipients: [], identities: [] }
  const readBack = await createReadBackKey(recipient)
  return { recipients: [recipient, readBack.recipient], identities: [readBack.identity] }
}

import type { Db } from '#server/platform/db/schema.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'

/** The longest that the job queue allows is a day. */
const EXPIRES_AFTER_SECONDS = 23 * 60 * 60

/**
 * Looks every hour, so that a failed backup is soon repeated. Not an error of the job: the run's
 * row and the log have it. Encryption and archives are loaded only then: no other part of a start
 * needs them.
 */
export const backUpRegularly = defineCron({
  name: 'back-up',
  maxAttempts: 1,
  expireInSeconds: EXPIRES_AFTER_SECONDS,
  cron: '7 * * * *',
  run: async (ctx) => (await import('./scheduled-backup.ts')).backUpWhenDue(ctx),
})

export type LastBackups = { writtenAt: Date | null; verifiedAt: Date | null }

/** Null if no backup was ever started. */
export async function readLastBackups(db: Db): Promise<LastBackups | null> {
  const row = await db
    .selectFrom('backup_runs')
    .select((on) => [
      on.fn.countAll<number>().as('runs'),
      on.fn.max('written_at').as('writtenAt'),
      on.fn.max('verified_at').as('verifiedAt'),
    ])
    .executeTakeFirstOrThrow()
  return row.runs === 0 ? null : { writtenAt: row.writtenAt, verifiedAt: row.verifiedAt }
}

import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** An arbitrary number that no other lock uses. */
const LOCK_ID = 7_302_861_455

/**
 * Every writer of stores takes this lock first in its transaction, and only then reads the opt-outs, so that no store is written while
 * another transaction erases it. Many writers hold it at once.
 */
export async function lockErasureShared(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_ID}::bigint)`.execute(db)
}

/** Waits for all current writers, and blocks others until the commit. */
export async function lockErasureExclusive(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Any number that nothing else locks by. */
const LOCK = 7_302_861_455

/**
 * What writes about stores takes this first, in its transaction, and only then reads who opted out: so no store is written while
 * another transaction erases it. Many writers hold it at once.
 */
export async function holdOffErasure(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}::bigint)`.execute(db)
}

/** Waits for all that write now, and keeps others waiting until the commit. */
export async function lockForErasure(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(db)
}

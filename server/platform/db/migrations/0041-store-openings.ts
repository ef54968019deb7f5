import { type Kysely, sql } from 'kysely'

/**
 * When a store last took its password page away. It may have been found weeks before, so its found
 * day alone would hide the opening. Stores that were found open have none. A release that does not
 * know the column records openings as events only.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table stores add column opened_at timestamptz`.execute(db)
  await sql`
    update stores set opened_at = e.at
    from (select store_id, max(at) as at from store_events where kind = 'opened' group by store_id) e
    where e.store_id = stores.id`.execute(db)
}

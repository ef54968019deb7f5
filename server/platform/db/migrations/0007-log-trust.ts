import { type Kysely, sql } from 'kysely'

/**
 * How far we trust a log: the last head that was proven to contain the ones before it, since when
 * the log is parked, when it is tried again, and how many entries were unreadable. `ended` = the
 * log list no longer names it for new certificates.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table ct_logs
    add column proven_size bigint,
    add column proven_root text,
    add column proven_at timestamptz,
    add column parked_at timestamptz,
    add column retry_at timestamptz,
    add column unreadable_entries bigint not null default 0`,
  `alter table ct_logs drop constraint ct_logs_state_check`,
  `alter table ct_logs add constraint ct_logs_state_check check (state in ('active', 'parked', 'ended'))`,
  `update ct_logs set parked_at = updated_at, retry_at = updated_at where state = 'parked'`,
]

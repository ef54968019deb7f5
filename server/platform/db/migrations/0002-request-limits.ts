import { type Kysely, sql } from 'kysely'

/**
 * Counters of attempts. The columns and their order are those of the rate-limiter-flexible package.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table request_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`.execute(db)
  await sql`create index request_limits_expire on request_limits (expire)`.execute(db)
}

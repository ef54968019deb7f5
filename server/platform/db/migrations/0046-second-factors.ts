import { type Kysely, sql } from 'kysely'

/**
 * Second factors of members. Until `confirmed_at` is set, nobody is asked for a code.
 * `recovery_hashes`: Argon2 hashes of the recovery codes that were not used.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table second_factors (
    user_id uuid primary key references users on delete cascade,
    totp_secret text not null, totp_step bigint, confirmed_at timestamptz,
    recovery_hashes text[] not null, created_at timestamptz not null)`.execute(db)
}

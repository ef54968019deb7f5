import { type Kysely, sql } from 'kysely'

/**
 * Accounts that run the installation. `totp_secret` is sealed with the installation's secret;
 * `totp_step` is the last 30-second step whose code was used, so that no code works twice. A
 * session reaches the console until `operator_until`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table operators (
      user_id uuid primary key references users on delete cascade,
      totp_secret text not null,
      totp_step bigint,
      created_at timestamptz not null
    )`.execute(db)
  await sql`alter table sessions add column operator_until timestamptz`.execute(db)
}

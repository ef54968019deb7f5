import { type Kysely, sql } from 'kysely'

/**
 * A token names its session by a secret, and the row by the hash of that secret: see `sessions.ts`.
 * Issued tokens keep working. Open exports end, which would have expired within two minutes anyway.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update sessions set id = (overlay(overlay(
    encode(substring(sha256(convert_to(id::text, 'UTF8')) from 1 for 16), 'hex') placing '8' from 13) placing '8' from 17))::uuid`.execute(
    db,
  )
  await sql`delete from export_tickets where used_at is null`.execute(db)
}

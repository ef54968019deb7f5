import { type Kysely, sql } from 'kysely'

/**
 * `answered_at`: when an operator answered or closed the message; `answer` is empty for a closed
 * one. `locked_at`: since when nobody may sign in to the account. A release that does not know the
 * columns answers no message and locks no account.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table contact_messages add column answered_at timestamptz, add column answer text`.execute(
    db,
  )
  await sql`alter table users add column locked_at timestamptz`.execute(db)
}

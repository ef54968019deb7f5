import { type Kysely, sql } from 'kysely'

/**
 * What caused a mail: the id of the request and its place in a trace. A release that does not know
 * the column leaves it empty.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table outgoing_mails add column origin jsonb`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Finds stores with the same published address or number. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index stores_email on stores (email) where email is not null`.execute(db)
  await sql`create index stores_phone on stores (phone) where phone is not null`.execute(db)
}

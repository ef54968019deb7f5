import { type Kysely, sql } from 'kysely'

/** Launch weeks of the last half year, for curves of survival. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index stores_launch on stores (launch_day) where launch_status = 'new'`.execute(
    db,
  )
}

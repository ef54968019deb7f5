import { type Kysely, sql } from 'kysely'

/**
 * When a picture of a store's home page was taken, and when the next one may be. Code that inserts
 * a store can ignore these columns: by default a new store is due.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table stores add column screenshot_at timestamptz, add column screenshot_due_at timestamptz default 'epoch'`,
  `create index stores_screenshot_due on stores (found_at desc)
    where screenshot_due_at is not null and launch_status = 'new' and status = 'OPEN'`,
]

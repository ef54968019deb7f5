import { sql } from 'kysely'
import { DatabaseUnusableError } from '#server/platform/db/errors.ts'
import { type AdmitDatabase, DEMO_MARK } from '#server/platform/db/refuse-demo.ts'

/**
 * Lets the demo use its own database, or an empty one, which becomes its own at once: accounts with
 * published passwords never enter a database of anyone else, and never one without the mark.
 */
export const claimForDemo: AdmitDatabase = async (db) => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`.execute(db)
  if (rows.some(({ name }) => name === DEMO_MARK)) return
  if (rows.length > 0)
    throw new DatabaseUnusableError(
      'npm start is the demo, and this database holds something else, so it changes nothing here. Unset DATABASE_URL and DATA_DIR, or set one to an empty place (DATA_DIR=.demo-2 npm start); if an earlier release of the demo made this, delete it. The product itself is npm run live.',
    )
  await sql`create table ${sql.table(DEMO_MARK)} (id integer primary key)`.execute(db)
}

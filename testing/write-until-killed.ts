/**
 * Opens the PostgreSQL of a folder as a product does and keeps writing numbered rows; prints each
 * number once its commit is acknowledged.
 */
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/client.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { createLog } from '#server/platform/log.ts'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('which folder?')
const log = createLog({ LOG_LEVEL: 'silent' })
const local = await openLocalPostgres({ dataDir, log, use: 'product' }).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const { db } = await openDatabase(
  { DATA_DIR: dataDir, DATABASE_URL: local.url, DATABASE_POOL: 4 },
  log,
)
process.stdout.write(`database ${local.pid()}\n`)
await sql`create table if not exists written (id int primary key)`.execute(db)
const { rows } = await sql<{
  last: number
}>`select coalesce(max(id), 0) as last from written`.execute(db)
for (let id = (rows[0]?.last ?? 0) + 1; ; id++) {
  await sql`insert into written values (${id})`.execute(db)
  process.stdout.write(`${id}\n`)
}

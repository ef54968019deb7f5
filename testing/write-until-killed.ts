/** Opens the embedded database of a folder and writes numbered rows for ever, printing each number once its commit is acknowledged. */
import { sql } from 'kysely'
import { openDatabase } from '#server/db/client.ts'
import { createLog } from '#server/create-log.ts'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('which folder?')
const config = { DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL: 4 }
const { db, pid } = await openDatabase(config, createLog({ LOG_LEVEL: 'silent' })).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
process.stdout.write(`database ${pid}\n`)
await sql`create table if not exists written (id int primary key)`.execute(db)
const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from written`.execute(db)
for (let id = (rows[0]?.last ?? 0) + 1; ; id++) {
  await sql`insert into written values (${id})`.execute(db)
  process.stdout.write(`${id}\n`)
}

/** Runs the migrations that the database lacks, as every start does, and ends: the step before the processes of a new release. */
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log.ts'

const config = readConfig()
const log = createLog(config)
const database = await openDatabase(config, log)
try {
  await database.withoutDeadline((db) => migrate(db, log))
} finally {
  await database.close()
}

import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate, readSchemaState } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  usage: `

Runs the migrations that the database lacks, each in one transaction. storedawn start does the same.
`,
  options: {},
  async run(_values, { say }) {
    const config = readConfig({ defaults: { LOG_LEVEL: 'warn' } })
    const log = createLog(config)
    const database = await openDatabase(config, log)
    try {
      const { missing } = await readSchemaState(database.db)
      await database.withoutDeadline((db) => migrate(db, log))
      for (const name of missing) say(`done: ${name}`)
      const { applied } = await readSchemaState(database.db)
      say(`the schema is up to date: ${applied.at(-1)}`)
      return 0
    } finally {
      await database.close()
    }
  },
})

/** A supervisor that a test can kill: `supervising-process.ts DATA_DIR DATABASE_URL PROGRAM`. */
import { parseConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { startSupervisor } from '#server/supervisor.ts'

const [dataDir = '', databaseUrl, program = ''] = process.argv.slice(2)
const supervisor = await startSupervisor({
  log: createLog({ LOG_LEVEL: 'silent' }),
  dataDir,
  databaseUrl,
  program,
})
await supervisor.startProcesses(parseConfig({ DATA_DIR: dataDir }))

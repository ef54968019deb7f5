/** `npm run live`: the product against the real logs, DNS and internet. Configuration: README. */
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { refuseTakenPort, withFreePort } from '#server/platform/ports.ts'
import { runUntilSignal } from '#server/platform/run-until-signal.ts'
import { startSupervisor } from '#server/supervisor.ts'

// On a terminal, a line shows the progress of discovery and the log shows only warnings; otherwise the log contains the same figures.
const defaults = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {}

await runUntilSignal(async () => {
  const config = await withFreePort(readConfig({ defaults }))
  if (config.ROLES.includes('api')) await refuseTakenPort(config.HOST, config.PORT)
  const supervisor = await startSupervisor({
    log: createLog(config),
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
  })
  try {
    await supervisor.startProcesses(config)
    supervisor.showProgress('log')
    return supervisor
  } catch (error) {
    await supervisor.stop()
    throw error
  }
})

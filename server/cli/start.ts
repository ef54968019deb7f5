import { type Config, readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { refuseTakenPort, withFreePort } from '#server/platform/ports.ts'
import { runUntilSignal, type Stoppable } from '#server/platform/run-until-signal.ts'
import { startSupervisor } from '#server/supervisor.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  usage: `[--role ROLE]…

  --role ROLE   api, worker or cron; may be given several times. Default: ROLES, else all three
`,
  options: { role: { type: 'string', multiple: true } },
  async run({ role }) {
    const fixed = role && { ROLES: role.join(',') }
    // On a terminal, a line shows the progress of discovery and the log shows only warnings; otherwise the log contains the same figures.
    const defaults = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {}
    await runUntilSignal(() => startProduct(readConfig({ defaults, ...(fixed && { fixed }) })))
    return undefined
  },
})

/** The product against the real logs, DNS and internet. Configuration: README. */
async function startProduct(settings: Config): Promise<Stoppable> {
  const config = await withFreePort(settings)
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
}

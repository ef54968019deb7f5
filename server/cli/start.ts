import path from 'node:path'
import { type Config, readConfig } from '#server/platform/config.ts'
import { refuseBesideDemo } from '#server/platform/db/refuse-demo.ts'
import { createLog } from '#server/platform/log.ts'
import { refuseTakenPort, withFreePort } from '#server/platform/process/ports.ts'
import { runUntilSignal, type Stoppable } from '#server/platform/process/run-until-signal.ts'
import { startSupervisor } from '#server/supervisor.ts'
import { defineCommand } from './command.ts'

const BUILT_PROCESS = path.resolve(import.meta.dirname, '../../dist/product/role-process.js')

export const command = defineCommand({
  usage: `[--role ROLE]… [--built]

  --role ROLE   api, worker or cron; may be given several times. Default: ROLES, else all three
  --built       start the bundles that "npm run build" wrote to dist/: they start faster and use less memory
`,
  options: { role: { type: 'string', multiple: true }, built: { type: 'boolean' } },
  async run({ role, built = false }) {
    const fixed = role && { ROLES: role.join(',') }
    // On a terminal, a line shows the progress of discovery and the log shows only warnings;
    // otherwise the log contains the same figures.
    const defaults = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {}
    await runUntilSignal(() =>
      startProduct(readConfig({ defaults, ...(fixed && { fixed }) }), built),
    )
    return undefined
  },
})

/** Settings: docs/settings.md. */
async function startProduct(settings: Config, isBuilt: boolean): Promise<Stoppable> {
  refuseBesideDemo(settings)
  const config = await withFreePort(settings)
  if (config.ROLES.includes('api')) await refuseTakenPort(config.HOST, config.PORT)
  const supervisor = await startSupervisor({
    log: createLog(config),
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    ...(isBuilt && { program: BUILT_PROCESS }),
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

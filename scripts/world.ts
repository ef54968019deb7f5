/**
 * `node scripts/world.ts --to FOLDER [--stores 300] [--launch-every-ms 5000]`: the simulated
 * outside and a PostgreSQL, for a product that is started by hand. Writes the settings of that
 * product to FOLDER/settings.env, and runs until Ctrl-C.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { runUntilSignal } from '#server/platform/process/run-until-signal.ts'
import { startWorld, type World } from '#scripts/start-world.ts'
import {
  discoverySettings,
  identitySettings,
  paymentSettings,
  worldPace,
} from '#scripts/world-settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    stores: { type: 'string', default: '300' },
    'launch-every-ms': { type: 'string', default: '5000' },
  },
})
if (!values.to) {
  say('usage: node scripts/world.ts --to FOLDER [--stores NUMBER] [--launch-every-ms NUMBER]')
  process.exit(2)
}
const folder = path.resolve(values.to)

await runUntilSignal(async () => {
  await mkdir(folder, { recursive: true })
  // Two API processes, a worker and a cron have up to ten connections each, and commands come
  // beside them.
  const postgres = await openLocalPostgres({
    dataDir: folder,
    log: createLog({ LOG_LEVEL: 'warn' }),
    use: 'product',
    settings: { max_connections: '120' },
  })
  const options = {
    dataDir: path.join(folder, 'world'),
    seed: 7,
    stores: Number(values.stores),
    launchEveryMs: Number(values['launch-every-ms']),
    oldPerNew: 1.3,
  }
  const world = await startWorld(options, () => undefined).catch(async (error: unknown) => {
    await postgres.close()
    throw error
  })
  const file = path.join(folder, 'settings.env')
  await writeFile(file, toShell(settingsFor(world, postgres.url)), { mode: 0o600 })
  say(`settings    ${file}`)
  say(`database    ${postgres.folder}`)
  say(`mailbox     ${world.mailbox}`)
  say(`world       ${world.control}`)
  return {
    async stop() {
      await world.stop()
      await postgres.close()
    },
  }
})

function settingsFor(world: World, databaseUrl: string): Record<string, string> {
  return {
    ...worldPace,
    ...discoverySettings(world),
    ...paymentSettings(world),
    ...identitySettings(world),
    SMTP_URL: world.smtp,
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder, 'data'),
  }
}

/** Lines for a shell (`set -a; . FILE`), which systemd (`EnvironmentFile=`) reads too. */
function toShell(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('')
}

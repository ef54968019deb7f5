import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { settingsFor } from '#testing/world/faults/discover-until-idle.ts'
import type { WorldAddress } from '#sim/world.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
export const API_PORT = 4830

export type Settings = Record<string, string>

type Parts = { folder: string; databaseUrl: string; searchUrl: string; world: WorldAddress }

/** One set for all processes; the world is discovered from the first entry of its logs. */
export const productSettings = ({ folder, databaseUrl, searchUrl, world }: Parts): Settings => ({
  ...Object.fromEntries(
    Object.entries(settingsFor(world)).map(([name, value]) => [name, String(value)]),
  ),
  PROBE_CONCURRENCY: '16',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  SEARCH_URL: searchUrl,
  SCREENSHOTS: 'off',
  HOST: '127.0.0.1',
  PORT: String(API_PORT),
  PUBLIC_ORIGIN: `http://127.0.0.1:${API_PORT}`,
  APP_SECRET: randomBytes(32).toString('hex'),
  // Failures are expected while parts are dead.
  LOG_LEVEL: 'fatal',
})

/** A process of the product that is started again after each kill. */
export type RoleProcess = { pid: () => number; kill: () => Promise<void>; start: () => void }

type Roles = 'api' | 'worker' | 'worker,cron'

export function startRole(settings: Settings, name: string, role: Roles): RoleProcess {
  let child: ChildProcess
  const start = () => {
    const env = { PATH: process.env['PATH'], ...settings, ROLES: role }
    child = spawn(process.execPath, [MAIN], {
      env: { ...env, DATA_DIR: join(settings['DATA_DIR'] ?? '', name) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  start()
  return {
    pid: () => child.pid ?? 0,
    start,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findBinaries } from '#server/platform/db/local-postgres/binaries.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { isAlive } from '#server/platform/db/local-postgres/cluster.ts'
import { sendSignal } from '#server/platform/db/local-postgres/postmaster.ts'
import { isReachable, isRoot } from '#server/platform/db/local-postgres/run-as.ts'
import { isAnswering } from '#testing/database-client.ts'
import { createTestLog } from '#testing/test-log.ts'

export type PostgresServer = AsyncDisposable & {
  /** Connects as a superuser to an empty cluster, where tests may create databases. */
  url: string
  version: string
  /**
   * Stops it like `fast` or `immediate` of pg_ctl; resolves when it runs again at the same address.
   */
  restart: (mode: keyof typeof END_BY) => Promise<void>
  /**
   * Kills all its processes with kill -9, as a power cut would end them; it is then started again
   * by itself.
   */
  cutPower: () => Promise<void>
}

/**
 * `fast` ends the sessions and writes all data to disk; `immediate` leaves that to the recovery at
 * the next start.
 */
const END_BY = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

// No data here outlives the test run, so none has to survive a power cut.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
}

/** PostgreSQL's defaults: acknowledged commits survive any kind of shutdown. */
export const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Starts a throwaway PostgreSQL: the packaged one, or the one in the folder `PG_BIN_DIR`. */
export async function startPostgresServer(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const dataDir = await mkdtemp(path.join(publicTempFolder(), 'storedawn-postgres-'))
  await chmod(dataDir, 0o755)
  const binaries = await findBinaries(process.env['PG_BIN_DIR'])
  const server = await openLocalPostgres({
    dataDir,
    log: createTestLog().log,
    use: 'product',
    binaries,
    settings: { ...SETTINGS, ...settings },
  })
  return {
    url: server.url,
    version: binaries.version,
    async restart(mode) {
      const pid = server.pid()
      process.kill(pid, END_BY[mode])
      while (server.pid() === pid || !(await isAnswering(server.url))) await sleep(20)
    },
    async cutPower() {
      const pid = server.pid()
      const children = await childrenOf(pid)
      // A backend may have ended by itself since it was listed.
      for (const one of [pid, ...children]) sendSignal(one, 'SIGKILL')
      while (isAlive(pid)) await sleep(5)
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

/**
 * TMPDIR may be inside a private home, which the user that runs PostgreSQL for root cannot read.
 */
export function publicTempFolder(): string {
  const folders = [os.tmpdir(), '/tmp', '/var/tmp']
  return (isRoot() ? folders.find(isReachable) : undefined) ?? os.tmpdir()
}

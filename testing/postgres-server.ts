import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#server/db/local-postgres/binaries.ts'
import { openLocalPostgres } from '#server/db/local-postgres/local-postgres.ts'
import { isReachable, isRoot } from '#server/db/local-postgres/run-as.ts'
import { createTestLog } from '#testing/test-log.ts'

export type PostgresServer = AsyncDisposable & {
  /** Of a superuser on an empty cluster: databases may be created at will. */
  url: string
  version: string
  /** Ends it as `fast` or `immediate` of pg_ctl do; resolves when it runs again on the same address. */
  restart: (mode: keyof typeof END_BY) => Promise<void>
}

/** `fast` ends the sessions and writes everything down; `immediate` leaves that to the recovery at the next start. */
const END_BY = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

// Nothing in here outlives the test run, so nothing has to survive a power cut.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
}

/** As PostgreSQL is by itself: what it acknowledged outlives its end, however that comes. */
export const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Starts a throwaway PostgreSQL: the one that the product brings, or the one in the folder `PG_BIN_DIR`. */
export async function startPostgresServer(settings: Record<string, string> = {}): Promise<PostgresServer> {
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
      while (server.pid() === pid || !(await answers(server.url))) await sleep(20)
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** TMPDIR can lie below a private home, where the user that runs PostgreSQL for root cannot read. */
export function publicTempFolder(): string {
  const folders = [os.tmpdir(), '/tmp', '/var/tmp']
  return (isRoot() ? folders.find(isReachable) : undefined) ?? os.tmpdir()
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  // A refused connection is reported twice by the driver; without a listener the second report ends the process.
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

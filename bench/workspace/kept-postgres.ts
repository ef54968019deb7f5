/** A PostgreSQL whose folder is kept between runs: filling it takes minutes. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '#testing/postgres/find-postgres.ts'
import { runAsUser } from '#testing/postgres/run-as-user.ts'

const run = promisify(execFile)
const SUPERUSER = 'storedawn'

// As a small server of its own would have it. Not safe against power cuts: nothing in here is worth keeping.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export type KeptPostgres = AsyncDisposable & {
  /** Of a superuser; the path is the name of the database. */
  urlOf: (database: string) => string
  version: string
  pgbench: string | null
}

export async function openKeptPostgres(folder: string): Promise<KeptPostgres> {
  await mkdir(folder, { recursive: true })
  const runAs = await runAsUser(folder)
  const binaries = await findPostgres(folder, runAs)
  const bin = dirname(binaries.postgres)
  const cluster = join(folder, 'cluster')
  const control = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', cluster, '-w', ...args], { ...runAs, cwd: '/' })
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    const args = ['-D', cluster, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    await run(binaries.initdb, args, { ...runAs, cwd: '/' })
  }
  // Of a run that was ended before it could stop it.
  if (existsSync(join(cluster, 'postmaster.pid'))) await control('stop', '-m', 'fast').catch(() => undefined)
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  )
  // Its own output goes to a file: it would keep our pipe open as long as it runs.
  await control('start', '-l', join(folder, 'postgres.log'), '-o', settings.join(' '))
  const pgbench = join(bin, 'pgbench')
  return {
    urlOf: (database) => `postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`,
    version: binaries.version,
    pgbench: existsSync(pgbench) ? pgbench : null,
    [Symbol.asyncDispose]: async () => void (await control('stop', '-m', 'fast')),
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

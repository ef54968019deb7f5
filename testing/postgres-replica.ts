import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#server/platform/db/local-postgres/binaries.ts'
import { chooseRunAs, type RunAs } from '#server/platform/db/local-postgres/run-as.ts'
import {
  type PostgresServer,
  publicTempFolder,
  startPostgresServer,
} from '#testing/postgres-server.ts'

export type ReplicatedPostgres = AsyncDisposable & {
  primary: PostgresServer
  replica: PostgresReplica
}

export type PostgresReplica = {
  /** The address of one of its databases. */
  urlOf: (database: string) => string
  /** Receives the log but stops replaying until `resume`. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Kills it, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same folder, at the same address. */
  start: () => Promise<void>
  /** Promotes it to a primary. */
  promote: () => Promise<void>
  /** Resolves when it has replayed everything that the primary has committed so far. */
  caughtUp: () => Promise<void>
  query: (text: string) => Promise<pg.QueryResult>
}

/** What replication needs; acknowledged commits reach the replica without a delay. */
const PRIMARY_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' }
const PORT = 5432
const STARTS_WITHIN_MS = 60_000

/** Two throwaway servers: a primary, and a streaming replica of it made from a base backup. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await startPostgresServer(PRIMARY_SETTINGS)
  const runAs = chooseRunAs()
  const root = await mkdtemp(join(publicTempFolder(), 'storedawn-replica-'))
  await chmod(root, 0o755)
  const folder = join(root, 'data')
  await backUp(primary.url, folder, runAs)
  const replica = createReplica({ folder, runAs, primary })
  await replica.start()
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      await replica.kill()
      await rm(root, { recursive: true, force: true })
      await primary[Symbol.asyncDispose]()
    },
  }
}

/**
 * As pg_basebackup does it, which the packages lack: copies the files between the start and the end
 * of a backup.
 */
async function backUp(url: string, folder: string, runAs: RunAs): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.query(`select pg_backup_start('replica', fast => true)`)
    await copyData(rows[0]?.data_directory ?? '', folder)
    const { rows: ends } = await client.query<{ labelfile: string }>(
      'select * from pg_backup_stop(false)',
    )
    await writeFile(join(folder, 'backup_label'), ends[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await writeFile(join(folder, 'standby.signal'), '')
  const source = new URL(url)
  await appendFile(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${source.searchParams.get('host')} port=${source.port} user=${source.username}'\n`,
  )
  await giveTo(folder, runAs)
}

/**
 * Left out: what belongs to the running server (also its socket), and its log, which the replica
 * fetches.
 */
const OF_THE_SERVER = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_replslot',
  'pg_stat_tmp',
])

async function copyData(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const name of await readdir(from)) {
    const source = join(from, name)
    if (OF_THE_SERVER.has(name) || name.startsWith('.s.PGSQL')) continue
    // A file that vanishes meanwhile is a temporary one.
    await cp(source, join(to, name), { recursive: true, verbatimSymlinks: true }).catch(
      ignoreMissing,
    )
  }
  await mkdir(join(to, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
  await mkdir(join(to, 'pg_replslot'), { mode: 0o700 })
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function giveTo(folder: string, { uid, gid }: RunAs): Promise<void> {
  if (uid === undefined || gid === undefined) return
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), uid, gid)
}

type ReplicaParts = { folder: string; runAs: RunAs; primary: PostgresServer }

function createReplica({ folder, runAs, primary }: ReplicaParts): PostgresReplica {
  let server: ChildProcess | undefined
  const urlOf = (database: string) => {
    const url = new URL(`postgres://${new URL(primary.url).username}@localhost:${PORT}/${database}`)
    url.searchParams.set('host', folder)
    return url.href
  }
  const query = (text: string) => queryAt(urlOf('postgres'), text)
  return {
    urlOf,
    query,
    pause: async () => void (await query('select pg_wal_replay_pause()')),
    resume: async () => void (await query('select pg_wal_replay_resume()')),
    promote: async () => void (await query('select pg_promote(true)')),
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    async start() {
      const deadline = Date.now() + STARTS_WITHIN_MS
      server = await spawnReplica(folder, runAs)
      while (!(await query('select 1').catch(() => null))) {
        // The memory of a killed server may still be in use for a moment.
        if (server.exitCode !== null) server = await spawnReplica(folder, runAs)
        if (Date.now() > deadline)
          throw new Error(`the replica does not start: ${await readFile(logOf(folder), 'utf8')}`)
        await sleep(50)
      }
    },
    async caughtUp() {
      const { rows } = await queryAt(primary.url, 'select pg_current_wal_flush_lsn() as position')
      const text = `select pg_last_wal_replay_lsn() >= '${rows[0].position}' as has_all`
      while (!(await query(text)).rows[0].has_all) await sleep(20)
    },
  }
}

const logOf = (folder: string) => join(folder, '../replica.log')

async function spawnReplica(folder: string, runAs: RunAs): Promise<ChildProcess> {
  const { postgres } = await findBinaries(process.env['PG_BIN_DIR'])
  // Settings that a replica must have at least as high as its primary are higher.
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    max_wal_senders: '4',
    shared_buffers: '64MB',
    fsync: 'off',
    max_standby_streaming_delay: '0',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logOf(folder), 'a')
  const server = spawn(postgres, ['-D', folder, '-p', String(PORT), ...options], {
    ...runAs,
    cwd: '/',
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return server
}

async function queryAt(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  // The driver reports a refused connection twice; without a listener the second report ends the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  return client.query(text).finally(() => client.end())
}

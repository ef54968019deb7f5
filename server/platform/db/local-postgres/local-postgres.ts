import { readFileSync, statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseInUseError, LocalPostgresError } from '#server/platform/db/errors.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import {
  type Cluster,
  isAlive,
  passwordFileIn,
  prepareCluster,
  SUPERUSER,
  syncCluster,
} from './cluster.ts'
import type { RunAs } from './run-as.ts'
import {
  logFileIn,
  type PostgresSettings,
  type Postmaster,
  readPostmaster,
  sendSignal,
  spawnPostmaster,
  type StartedPostmaster,
  stopPostmaster,
} from './postmaster.ts'

/** Kept running for as long as someone has it open. */
export type LocalPostgres = {
  /** Stays the same over restarts of the server. */
  url: string
  /** Where its data is: `DATA_DIR/postgres`, or the folder that it links to. */
  folder: string
  runAs: RunAs
  /** Of this moment. */
  pid: () => number
  /** Unless another process has it open too. */
  close: () => Promise<void>
}

type LocalPostgresOptions = {
  dataDir: string
  log: Logger
  /**
   * `product`: one at a time may have the folder. `tool`: a command that may work beside a running
   * product.
   */
  use: 'product' | 'tool'
  binaries?: PostgresBinaries
  /** Beside those that fit a laptop. */
  settings?: PostgresSettings
}

/** Recovery after a crash replays up to `max_wal_size` of changes. */
const ANSWERS_WITHIN_MS = 120_000
/** While one server stops and its successor starts, a connection may be refused several times. */
const OPEN_WITHIN_MS = 60_000
const RETRY_MS = 25
const RESTART_AFTER_MS = { first: 100, max: 5_000 }

/**
 * First number of the advisory locks. `USERS` is shared by all who have the server open; `PRODUCT`
 * belongs to one product process.
 */
const LOCKS = 7_316_002
const USERS = 1
const PRODUCT = 2

/**
 * Takes over a server that runs already (its parent may have been killed), else starts one. One
 * that ends by itself is started again until it runs, so its users see a restart, not an end.
 * @throws LocalPostgresError, among them DatabaseInUseError
 */
export async function openLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const binaries = options.binaries ?? (await findBinaries())
  const cluster = await prepareCluster(options.dataDir, binaries, options.log)
  const instance: Instance = { ...options, binaries, cluster }
  let open = await openServer(instance)
  let isClosing = false
  if (cluster.isNew)
    syncCluster(binaries, cluster).catch((error: unknown) =>
      options.log.warn(
        { event: 'postgres.not_synced', err: error },
        'the new database could not be synced to disk',
      ),
    )

  const watch = ({ client }: OpenServer) => {
    client.once('end', () => {
      if (!isClosing) void reopen()
    })
  }
  const reopen = async () => {
    options.log.error(
      { event: 'postgres.ended', log: logFileIn(options.dataDir) },
      'PostgreSQL ended by itself',
    )
    for (
      let waitMs = RESTART_AFTER_MS.first;
      !isClosing;
      waitMs = Math.min(waitMs * 2, RESTART_AFTER_MS.max)
    ) {
      try {
        open = await openServer({ ...instance, port: open.postmaster.port })
        watch(open)
        options.log.warn({ event: 'postgres.restarted' }, 'PostgreSQL runs again')
        return
      } catch (error) {
        options.log.error(
          { event: 'postgres.not_restarted', err: error },
          'PostgreSQL cannot be started',
        )
        await sleep(waitMs)
      }
    }
  }
  watch(open)
  // When the process exits without closing: the server then flushes everything and stops by itself.
  const stopAtExit = () => sendSignal(open.postmaster.pid, 'SIGINT')
  if (options.use === 'product') process.once('exit', stopAtExit)
  return {
    url: urlOf(options.dataDir, open.postmaster),
    folder: cluster.folder,
    runAs: cluster.runAs,
    pid: () => open.postmaster.pid,
    async close() {
      isClosing = true
      process.off('exit', stopAtExit)
      await closeServer(instance, open)
    },
  }
}

type Instance = LocalPostgresOptions & {
  binaries: PostgresBinaries
  cluster: Cluster
  /** The port of the previous server, so that its users find the next one. */
  port?: number
}
/** The client holds the advisory locks; its end is how the server's end is noticed. */
type OpenServer = { postmaster: Postmaster; client: pg.Client }

async function openServer(instance: Instance): Promise<OpenServer> {
  const deadline = Date.now() + OPEN_WITHIN_MS
  while (true) {
    try {
      const started = await findOrStart(instance)
      const client = await connectWhenReady(instance, started)
      return { postmaster: started.postmaster, client: await acquireLocks(instance, client) }
    } catch (error) {
      if (error instanceof LocalPostgresError || Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

async function findOrStart({
  binaries,
  cluster,
  dataDir,
  port,
  settings,
}: Instance): Promise<StartedPostmaster> {
  const running = readPostmaster(cluster)
  if (running)
    return {
      postmaster: running,
      ended: () => (readPostmaster(cluster) ? null : 'left'),
      messages: () => '',
    }
  return spawnPostmaster(binaries, cluster, { dataDir, port, settings })
}

/**
 * @throws LocalPostgresError when it ended for any other reason
 * @throws Error when another start was faster, or the memory of a killed server is still in use:
 * then a retry may succeed
 */
async function connectWhenReady(
  { dataDir }: Instance,
  { postmaster, ended, messages }: StartedPostmaster,
): Promise<pg.Client> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS
  while (true) {
    const client = new pg.Client({ connectionString: urlOf(dataDir, postmaster), keepAlive: true })
    // A refused connection is reported twice by the driver; without a listener the second report
    // ends the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      const end = ended()
      if (end !== null) throw describeEnd(dataDir, end, messages())
      if (Date.now() > deadline)
        throw new LocalPostgresError(
          `PostgreSQL on ${dataDir} does not answer: ${error instanceof Error ? error.message : String(error)}`,
        )
      await sleep(RETRY_MS)
    }
  }
}

const TRANSIENT = /postmaster\.pid" already exists|shared memory block .* is still in use/

function describeEnd(dataDir: string, end: string, messages: string): Error {
  if (TRANSIENT.test(messages) || end === 'left') return new Error(`PostgreSQL ${end}`)
  const isFull = /No space left on device/.test(messages) || freeBytesAt(dataDir) < FULL_BYTES
  return new LocalPostgresError(
    `PostgreSQL on ${dataDir} ${end}: ${isFull ? 'the disk is full' : messages}`,
  )
}

/** On a disk with less than this its log stays empty too. */
const FULL_BYTES = 64 * 1024

function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** @throws DatabaseInUseError */
async function acquireLocks({ dataDir, use }: Instance, client: pg.Client): Promise<pg.Client> {
  await client.query(`set application_name = 'storedawn ${use}, process ${process.pid}'`)
  // Waits while the last process that used the server is stopping it; the connection then ends, and
  // the caller tries again.
  await client.query('select pg_advisory_lock_shared($1, $2)', [LOCKS, USERS])
  if (use === 'tool') return client
  const deadline = Date.now() + DEAD_HOLDER_MS
  while (!(await tryProductLock(client))) {
    const holder = await findHolder(client)
    // PostgreSQL notices the end of a process that was killed a moment later.
    if (holder === null || (!isAlive(holder) && Date.now() < deadline)) {
      await sleep(RETRY_MS)
      continue
    }
    await client.end()
    throw new DatabaseInUseError(dataDir, `process ${holder}`)
  }
  return client
}

const DEAD_HOLDER_MS = 10_000

async function tryProductLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    [LOCKS, PRODUCT],
  )
  return rows[0]?.taken ?? false
}

/** Null when no process holds it any more. */
async function findHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
    [LOCKS, PRODUCT],
  )
  const [row] = rows
  return row ? Number(/process (\d+)/.exec(row.application_name)?.[1] ?? 0) : null
}

/**
 * The process that gets the users' lock exclusively is the last one. It holds the lock until the
 * server has stopped, so a start meanwhile waits.
 */
async function closeServer(
  { cluster }: Instance,
  { client, postmaster }: OpenServer,
): Promise<void> {
  client.removeAllListeners('end')
  const isLast = await client
    .query<{ last: boolean }>(
      `select pg_advisory_unlock_shared($1, ${USERS}) and pg_try_advisory_lock($1, ${USERS}) as last`,
      [LOCKS],
    )
    .then(
      ({ rows }) => rows[0]?.last ?? false,
      () => true, // it has ended already, or does not answer
    )
  if (isLast) await stopPostmaster(postmaster, cluster)
  await client.end().catch(() => undefined)
}

function urlOf(dataDir: string, { port, socketFolder }: Postmaster): string {
  const url = new URL(`postgres://${SUPERUSER}@localhost:${port}/postgres`)
  if (socketFolder) url.searchParams.set('host', socketFolder)
  else url.password = readFileSync(passwordFileIn(dataDir), 'utf8')
  return url.href
}

import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalPostgresError } from '#server/platform/db/errors.ts'
import { findFreePort } from '#server/platform/process/ports.ts'
import type { PostgresBinaries } from './binaries.ts'
import { type Cluster, isAlive } from './cluster.ts'

/**
 * What a running server's `postmaster.pid` says. Format: PostgreSQL, src/include/utils/pidfile.h
 */
export type Postmaster = {
  pid: number
  port: number
  /** Empty on Windows, where there is only the loopback port. */
  socketFolder: string
}

const SOCKET_PORT = 5432
/** The kernel's limit for a socket's path is 104 to 108 bytes. */
const MAX_SOCKET_PATH = 100
const LOG_BYTES = 5 * 1024 ** 2
const STOP_WITHIN_MS = 10_000
const POLL_MS = 20

/** Names and values as in `postgresql.conf`. */
export type PostgresSettings = Readonly<Record<string, string>>

/**
 * Sized for a laptop. Parallel queries and JIT are off: both would take the processors from
 * everything else for queries of milliseconds. Nothing replicates from here, so the write-ahead log
 * needs only what recovery needs.
 */
const SETTINGS: PostgresSettings = {
  max_connections: '50',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '192MB',
  checkpoint_timeout: '15min',
  autovacuum_naptime: '20s',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Null when no server runs on the cluster. @throws LocalPostgresError when the folder was copied
 * from one whose server runs
 */
export function readPostmaster({ folder }: Pick<Cluster, 'folder'>): Postmaster | null {
  const lines = readPidFile(folder)
    ?.split('\n')
    .map((line) => line.trim())
  const [pid, dataFolder = '', , port, socketFolder = ''] = lines ?? []
  if (!pid || !port || !isAlive(Number(pid)) || !isPostgres(Number(pid))) return null
  // A folder that was renamed is gone at its old place.
  if (existsSync(dataFolder) && !isSameFolder(dataFolder, folder))
    throw new LocalPostgresError(
      `${folder} is a copy of ${dataFolder} that was made while its server (process ${pid}) was running. ` +
        'Stop that server and copy the folder again, or use a backup.',
    )
  if (!worksIn(Number(pid), folder)) return null
  return { pid: Number(pid), port: Number(port), socketFolder }
}

const pidFileIn = (folder: string): string => path.join(folder, 'postmaster.pid')

function readPidFile(folder: string): string | null {
  try {
    return readFileSync(pidFileIn(folder), 'utf8')
  } catch {
    return null
  }
}

/**
 * After a reboot another program may have the number. Where that cannot be looked up, it counts as
 * PostgreSQL: better safe.
 */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return true
  }
}

const isSameFolder = (one: string, other: string): boolean => {
  const [a, b] = [statSync(one), statSync(other)]
  return a.ino === b.ino && a.dev === b.dev
}

/**
 * The server of another folder may have the number, too; each works in its own. Where that cannot
 * be looked up, it counts as ours.
 */
function worksIn(pid: number, folder: string): boolean {
  try {
    return isSameFolder(`/proc/${pid}/cwd`, folder)
  } catch {
    return true
  }
}

export type StartedPostmaster = {
  postmaster: Postmaster
  /** Null while it runs, then how it ended. */
  ended: () => string | null
  /** The lines of its log since it was started, without those that every start writes. */
  messages: () => string
}

type StartOptions = {
  dataDir: string
  port?: number | undefined
  settings?: PostgresSettings | undefined
}

/**
 * Starts a server that outlives this process. It gets a separate session, so that Ctrl-C in a
 * terminal does not reach it, and writes its messages to a file. It may not accept connections yet.
 */
export async function spawnPostmaster(
  { postgres }: PostgresBinaries,
  cluster: Cluster,
  { dataDir, port: requestedPort, settings: overrides = {} }: StartOptions,
): Promise<StartedPostmaster> {
  await removeStalePidFile(cluster)
  const { port, socketFolder, options } = await chooseAddress(cluster, requestedPort)
  const settings = Object.entries({ ...SETTINGS, ...overrides, ...options })
  const log = openLog(dataDir)
  const logStart = fstatSync(log).size
  const child = spawn(
    postgres,
    [
      '-D',
      cluster.folder,
      '-p',
      String(port),
      ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...cluster.runAs, cwd: '/', detached: true, stdio: ['ignore', log, log], windowsHide: true },
  )
  closeSync(log)
  child.unref()
  const ended = watchEnd(child)
  if (child.pid === undefined)
    throw new LocalPostgresError(`${postgres} does not start: ${await ended.untilKnown}`)
  return {
    postmaster: { pid: child.pid, port, socketFolder },
    ended: ended.now,
    messages: () => readMessages(dataDir, logStart),
  }
}

function watchEnd(child: ChildProcess) {
  let outcome: string | null = null
  const untilKnown = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve((outcome = error.message)))
    child.once('exit', (code, signal) =>
      resolve((outcome = `ended with ${signal ?? `code ${code}`}`)),
    )
  })
  return { now: () => outcome, untilKnown }
}

/**
 * PostgreSQL takes any living process with the number in the file for its predecessor, and refuses
 * to start.
 */
async function removeStalePidFile({ folder }: Cluster): Promise<void> {
  const pid = Number(readPidFile(folder)?.split('\n')[0])
  if (pid && isAlive(pid) && !(isPostgres(pid) && worksIn(pid, folder)))
    await rm(pidFileIn(folder), { force: true })
}

async function chooseAddress(cluster: Cluster, requestedPort?: number) {
  if (process.platform === 'win32') {
    const port = requestedPort ?? (await findFreePort('127.0.0.1'))
    return {
      port,
      socketFolder: '',
      options: { listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    }
  }
  const socketFolder = await chooseSocketFolder(cluster)
  return {
    port: SOCKET_PORT,
    socketFolder,
    options: {
      listen_addresses: '',
      unix_socket_directories: socketFolder,
      unix_socket_permissions: '0700',
    },
  }
}

/**
 * The cluster's own folder, which is closed to other users already, unless its path is too long for
 * a socket. The same at every start.
 */
async function chooseSocketFolder({ folder, runAs }: Cluster): Promise<string> {
  if (`${folder}/.s.PGSQL.${SOCKET_PORT}.lock`.length <= MAX_SOCKET_PATH) return folder
  const short = shortSocketFolder(folder)
  await mkdir(short, { mode: 0o700, recursive: true })
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(short, runAs.uid, runAs.gid)
  const { uid, mode } = statSync(short)
  // Another user who made the folder could put a fake socket there.
  if (uid !== (runAs.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
    throw new LocalPostgresError(
      `${short} belongs to another user or is open to others. Remove it, or choose a shorter DATA_DIR.`,
    )
  return short
}

const shortSocketFolder = (folder: string): string =>
  path.join('/tmp', `storedawn-${hash('sha256', folder, 'hex').slice(0, 16)}`)

export const logFileIn = (dataDir: string): string => path.join(dataDir, 'postgres.log')

function openLog(dataDir: string): number {
  const file = logFileIn(dataDir)
  const isLong = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW } = constants
  // DATA_DIR may belong to another user than root, who could put a link there.
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (isLong ? O_TRUNC : O_APPEND)
  return openSync(file, flags, 0o600)
}

const LAST_LINES = 12
const ROUTINE =
  /(LOG|HINT): {2}(starting|listening|database system|redo|checkpoint|shutting|invalid record)/

function readMessages(dataDir: string, from: number): string {
  const lines = readFileSync(logFileIn(dataDir)).subarray(from).toString().trimEnd().split('\n')
  return lines
    .filter((line) => !ROUTINE.test(line))
    .slice(-LAST_LINES)
    .join('\n')
}

/**
 * `fast` ends all sessions and flushes everything. A server that does not stop is killed, and
 * recovers at its next start.
 */
export async function stopPostmaster(
  { pid, socketFolder }: Postmaster,
  { folder }: Cluster,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid) || !isPostgres(pid)) break
    sendSignal(pid, signal)
    if (await hasEnded(pid)) break
  }
  // A server that was started by hand has its socket in a folder that is not ours, such as /tmp.
  if (socketFolder === shortSocketFolder(folder))
    rmSync(socketFolder, { recursive: true, force: true })
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const deadline = Date.now() + STOP_WITHIN_MS
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

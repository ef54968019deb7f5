/** The process that has the embedded database open; started by start-embedded.ts, never by hand. */
import { mkdirSync, rmSync } from 'node:fs'
import { ensureEngineFolder } from '#server/db/embedded/create-engine-folder.ts'
import { describeHolder, holderFor, lockDirectory } from '#server/db/embedded/directory-lock.ts'
import {
  databaseFolderIn,
  type EmbeddedReport,
  EmbeddedTask,
  socketFileIn,
} from '#server/db/embedded/embedded-protocol.ts'

const EXIT_HELD = 3
const EXIT_BROKEN = 4

const task = EmbeddedTask.parse(JSON.parse(process.argv[2] ?? ''))
let stop = async (): Promise<void> => undefined
let isStopping = false

// Ctrl-C and service managers reach the whole group; the server decides when the database may go, and its end is ours.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => void leave())

await run()

async function run(): Promise<void> {
  mkdirSync(task.dataDir, { recursive: true })
  const lock = await lockDirectory(task.dataDir, holderFor(task.serverPid, task.socketFolder))
  if (lock.kind === 'held') {
    report({ kind: 'held', holder: describeHolder(lock.by), serverPid: lock.by.server.pid }, EXIT_HELD)
    return
  }
  stop = async () => lock.release()
  await ensureEngineFolder(databaseFolderIn(task.dataDir))
  // Not before the lock: loading the engine takes longer than refusing.
  const { openEngine } = await import('#server/db/embedded/open-engine.ts')
  const { serveEngine } = await import('#server/db/embedded/serve-engine.ts')
  const engine = await openEngine(databaseFolderIn(task.dataDir))
  const { server, stop: stopServing } = await serveEngine({
    engine,
    listen: task.password ? { host: '127.0.0.1', port: 0 } : { path: socketFileIn(task.socketFolder) },
    password: task.password,
    idleInTransactionMs: task.idleInTransactionMs,
    onBroken: (error) => report({ kind: 'broken', problem: error.message }, EXIT_BROKEN),
  })
  stop = async () => {
    await stopServing()
    await engine.close()
    rmSync(task.socketFolder, { recursive: true, force: true })
    lock.release()
  }
  const address = server.address()
  report({ kind: 'ready', port: typeof address === 'object' && address ? address.port : 0 })
}

async function leave(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await stop()
  process.exit(0)
}

/** With an exit code the process ends as soon as the message is out; a broken engine is not closed, it might hang. */
function report(message: EmbeddedReport, exitCode?: number): void {
  const end = () => {
    if (exitCode !== undefined) process.exit(exitCode)
  }
  if (process.connected) process.send?.(message, end)
  else end()
}

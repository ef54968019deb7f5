import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { identifyProcess, isRunning, ProcessIdentity } from '#server/db/embedded/process-identity.ts'

/**
 * One process at a time may open the embedded database: a second one would open it without complaint and rows that were
 * acknowledged would be lost (electric-sql/pglite#1106). The lock of a running process is never taken over, however old.
 */
const Holder = z.object({
  /** The process that has the database open. */
  database: ProcessIdentity,
  /** The server it works for; the id that people know. */
  server: ProcessIdentity,
  /** Left behind when the holder was killed; removed by the next one. */
  socketFolder: z.string(),
})
export type LockHolder = z.infer<typeof Holder>

export type LockOutcome = { kind: 'taken'; release: () => void } | { kind: 'held'; by: LockHolder }

/** A killed server's database process needs a moment to notice, close the database and leave: 0.4 s, on a busy machine more. */
const PREDECESSOR_GRACE_MS = 10_000
const RETRY_EVERY_MS = 25
/** Longer than another starter needs between reading a dead holder's lock and moving it aside. */
const TAKEOVER_RECHECK_MS = 100

export const lockFileIn = (dataDir: string) => join(dataDir, 'database.lock')

export async function lockDirectory(dataDir: string, me: LockHolder): Promise<LockOutcome> {
  const file = lockFileIn(dataDir)
  const deadline = Date.now() + PREDECESSOR_GRACE_MS
  while (true) {
    if (placeLock(file, me)) return { kind: 'taken', release: () => releaseLock(file, me) }
    const holder = readHolder(file)
    if (!holder) continue // released in between
    if (!isRunning(holder.database)) {
      if (await takeOver(file, holder, me)) return { kind: 'taken', release: () => releaseLock(file, me) }
    } else if (isRunning(holder.server) || Date.now() > deadline) return { kind: 'held', by: holder }
    await sleep(RETRY_EVERY_MS)
  }
}

/** Who has the folder and will keep it; for a quick refusal. Only the lock itself decides who gets it. */
export function findHolder(dataDir: string): LockHolder | undefined {
  const holder = readHolder(lockFileIn(dataDir))
  return holder && isRunning(holder.database) && isRunning(holder.server) ? holder : undefined
}

export const describeHolder = (holder: LockHolder) =>
  `process ${holder.server.pid} (its database process is ${holder.database.pid})`

export function holderFor(serverPid: number, socketFolder: string): LockHolder {
  return { database: identifyProcess(process.pid), server: identifyProcess(serverPid), socketFolder }
}

/** Atomic and never half written: the file is complete before it gets its name. */
function placeLock(file: string, me: LockHolder): boolean {
  const draft = `${file}.${me.database.pid}`
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/**
 * Two starters may find the same dead lock. Each moves what it finds aside and looks at it again: who caught the other's
 * fresh lock puts it back, and who took over looks once more before it opens the database.
 */
async function takeOver(file: string, dead: LockHolder, me: LockHolder): Promise<boolean> {
  const aside = `${file}.dead.${me.database.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return false // somebody else was faster
  }
  const caught = readHolder(aside)
  if (caught && !isSame(caught, dead)) {
    renameSync(aside, file)
    return false
  }
  rmSync(aside, { force: true })
  if (!placeLock(file, me)) return false
  await sleep(TAKEOVER_RECHECK_MS)
  const holder = readHolder(file)
  if (!holder || !isSame(holder, me)) return false
  rmSync(dead.socketFolder, { recursive: true, force: true })
  return true
}

function releaseLock(file: string, me: LockHolder): void {
  const holder = readHolder(file)
  if (holder && isSame(holder, me)) rmSync(file, { force: true })
}

const isSame = (a: LockHolder, b: LockHolder) =>
  a.database.pid === b.database.pid && a.database.startedAt === b.database.startedAt

/** Undefined when there is no lock. A file that says nothing readable cannot be ours: placing is atomic. */
function readHolder(file: string): LockHolder | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return Holder.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} cannot be read as a lock; remove it if no other process uses this folder`, {
      cause,
    })
  }
}

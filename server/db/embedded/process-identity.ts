import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** A process id alone may be given to another process later; with its start time it names one process for good. */
export const ProcessIdentity = z.object({ pid: z.int().positive(), startedAt: z.string().nullable() })
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id'
/** Field 22 of /proc/PID/stat, counted after the closing parenthesis of the command's name. */
const START_TIME_FIELD = 19

export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, startedAt: startTimeOf(pid) }
}

/** Where the start time cannot be read (no /proc), a process with that id counts as the same one: better safe. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!processExists(identity.pid)) return false
  if (identity.startedAt === null) return true
  const startedAt = startTimeOf(identity.pid)
  return startedAt === null || startedAt === identity.startedAt
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // it exists and belongs to somebody else
  }
}

// A process that was killed but not yet reaped by its parent still has an id; it does nothing any more.
const isZombie = (pid: number) => ['Z', 'X'].includes(readStat(pid)?.[0] ?? '')

// Ticks since boot repeat after a reboot, so the boot's own id goes in front.
function startTimeOf(pid: number): string | null {
  const ticks = readStat(pid)?.[START_TIME_FIELD]
  return ticks === undefined ? null : `${readText(BOOT_ID_FILE)?.trim() ?? ''}:${ticks}`
}

function readStat(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

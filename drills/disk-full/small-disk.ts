import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = Disposable & {
  folder: string
  /** Leaves at most `freeBytes`. */
  fill: (freeBytes: number) => void
  free: () => void
  freeBytes: () => number
}

type Mounted = { kind: 'mounted'; disk: SmallDisk } | { kind: 'unavailable'; reason: string }

const PIECE = Buffer.alloc(64 * 1024, 1)

/**
 * A separate file system in memory, so that no other process can fill it or be affected. Always
 * unmounted at the end.
 */
export function mountSmallDisk(bytes: number): Mounted {
  const folder = mkdtempSync(join(tmpdir(), 'storedawn-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmdirSync(folder)
    return {
      kind: 'unavailable',
      reason: (error as Error).message.trim().split('\n').at(-1) ?? 'mount failed',
    }
  }
  const filler = join(folder, 'filler')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const disk: SmallDisk = {
    folder,
    freeBytes,
    fill: (leave) => fillUp(filler, () => freeBytes() - leave),
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      process.off('exit', unmount)
      unmount()
    },
  }
  // Lazily, because a hanging process may still have files open.
  const unmount = () => {
    execFileSync('umount', ['-l', folder])
    rmdirSync(folder)
  }
  process.once('exit', unmount)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return { kind: 'mounted', disk }
}

function fillUp(file: string, bytesToTake: () => number): void {
  const handle = openSync(file, 'a')
  try {
    for (let take = bytesToTake(); take > 0; take = bytesToTake())
      writeSync(handle, PIECE.subarray(0, Math.min(take, PIECE.length)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
}

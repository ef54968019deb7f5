import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HASH_BYTES = 32
const LOG_FILES = ['daybreak', 'harbour', 'lantern'].map((log) => `log-${log}.hashes`)

export type WorldFiles = { journal: string; hashes: Buffer[] }

/**
 * Call this while no world is running. Ignores a last line or hash that a kill cut off, since it
 * was never served.
 */
export function readWorldFiles(dataDir: string): WorldFiles {
  const read = (name: string) => {
    const file = join(dataDir, 'world', name)
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  }
  const journal = read('journal.jsonl')
  return {
    journal: journal.subarray(0, journal.lastIndexOf(0x0a) + 1).toString(),
    hashes: LOG_FILES.map(read).map((hashes) =>
      hashes.subarray(0, hashes.length - (hashes.length % HASH_BYTES)),
    ),
  }
}

/**
 * @returns the parts of the earlier state that are not a prefix of the later one: a log that lost
 * or changed entries is a different log
 */
export function findForks(earlier: WorldFiles, later: WorldFiles): string[] {
  const forks = earlier.hashes.flatMap((hashes, number) => {
    const now = later.hashes[number] ?? Buffer.alloc(0)
    return now.subarray(0, hashes.length).equals(hashes) ? [] : [`log ${number} was forked`]
  })
  return later.journal.startsWith(earlier.journal)
    ? forks
    : [...forks, 'the journal of the world was rewritten']
}

import { readdirSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { proportionalMegabytes, usageOfTree } from '../../bench/process-usage.ts'
import { rolesOf } from '../../bench/usage-by-role.ts'

export type Sample = {
  /** Hours since the start of the piece. */
  hours: number
  /** Proportional set sizes by role. */
  megabytes: Record<string, number>
  /**
   * Open files and sockets by role; of the database its processes, one for each connection. The
   * files of a connection are PostgreSQL's own cache (`max_files_per_process`), and fluctuate by
   * hundreds.
   */
  handles: Record<string, number>
  diskMegabytes: number
  /**
   * What the API's JavaScript uses, garbage included: heap and memory outside it. Null while it
   * does not answer.
   */
  inUseMegabytes: number | null
  stores: number
}

const MEGABYTE = 1024 * 1024

type Target = { pid: number; port: number; dataDir: string }

export async function takeSample(
  { pid, port, dataDir }: Target,
  at: { hours: number; stores: number },
): Promise<Sample> {
  const usages = usageOfTree(pid)
  const roleOf = rolesOf(usages, port)
  const folders = [dataDir, ...usages.flatMap(({ pid }) => databaseFolderOf(pid) ?? [])]
  const sizes = await Promise.all(outermost(folders).map(sizeOf))
  const diskMegabytes = sizes.reduce((sum, size) => sum + size, 0)
  const inUseMegabytes = await readInUse(port)
  const sample: Sample = { ...at, megabytes: {}, handles: {}, diskMegabytes, inUseMegabytes }
  for (const usage of usages) {
    const role = roleOf(usage)
    sample.megabytes[role] = (sample.megabytes[role] ?? 0) + (proportionalMegabytes(usage.pid) ?? 0)
    const handles = role === 'database' ? 1 : countHandles(usage.pid)
    sample.handles[role] = (sample.handles[role] ?? 0) + handles
  }
  return sample
}

const IN_USE = /^nodejs_(?:heap_size_used|external_memory)_bytes(?:\{[^}]*\})? (\S+)$/gm

async function readInUse(port: number): Promise<number | null> {
  const text = await fetch(`http://localhost:${port}/metrics`)
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  const bytes = [...text.matchAll(IN_USE)].map(([, value]) => Number(value))
  return bytes.length === 2 ? bytes.reduce((sum, value) => sum + value, 0) / MEGABYTE : null
}

function countHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0 // it has ended, or belongs to another user
  }
}

/**
 * Where a PostgreSQL server keeps its files; started by root, the product keeps them outside its
 * data folder.
 */
function databaseFolderOf(pid: number): string | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.at(words.indexOf('-D') + 1 || words.length) ?? null
  } catch {
    return null // it has ended
  }
}

/** Without those that lie inside another. */
const outermost = (folders: readonly string[]): string[] =>
  [...new Set(folders)].filter(
    (folder) =>
      !folders.some((other) => other !== folder && folder.startsWith(`${other}${path.sep}`)),
  )

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const known = await stat(path.join(entry.parentPath, entry.name)).catch(() => null)
    bytes += known?.size ?? 0
  }
  return bytes / MEGABYTE
}

/**
 * Least squares: by how much `value` grows per hour within the series, whose levels may differ; 0
 * without two samples in one.
 */
export function slopePerHour(
  series: readonly (readonly Sample[])[],
  value: (sample: Sample) => number,
): number {
  let [above, below] = [0, 0]
  for (const samples of series) {
    const meanX = samples.reduce((sum, { hours }) => sum + hours, 0) / samples.length
    const meanY = samples.reduce((sum, sample) => sum + value(sample), 0) / samples.length
    for (const sample of samples) {
      above += (sample.hours - meanX) * (value(sample) - meanY)
      below += (sample.hours - meanX) ** 2
    }
  }
  return below === 0 ? 0 : above / below
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What starting an empty Node process takes on 2 idle cores. */
const NOMINAL_START_MS = 100

/**
 * A limit in ms as it would be on an idle machine, stretched by how slow the machine is right now. For limits that are promises of the
 * product; figures belong into benchmarks.
 */
export async function stretchLimit(limitMs: number): Promise<number> {
  const before = performance.now()
  await promisify(execFile)(process.execPath, ['-e', ''])
  const pace = (performance.now() - before) / NOMINAL_START_MS
  return limitMs * Math.max(1, pace)
}

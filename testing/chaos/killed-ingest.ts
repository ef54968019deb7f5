/**
 * Kills the process that discovers a small world with kill -9, at random points between its start
 * and the end of the discovery. All data that a reader saw before a kill must exist after it, and
 * each finished discovery must leave exactly the state of an undisturbed one, without duplicate or
 * orphaned rows. `node testing/chaos/killed-ingest.ts [--kills 100]`; takes minutes; exits with 1
 * if a check fails.
 * Conformance: check-72
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import * as z from 'zod'
import { startTestWorld } from '#sim/world-for-tests.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { SMALL_WORLD } from '#testing/chaos/faults/fault-bench.ts'
import type { IngestOrder } from './ingest-process.ts'

/**
 * By the process's clock a restart comes a minute later, when the leases of the killed process have
 * expired.
 */
const RESTART_AFTER_MS = 61_000
const PROCESS = path.join(import.meta.dirname, 'ingest-process.ts')

const Line = z.object({
  aheadMs: z.number(),
  held: z.record(z.string(), z.number()).optional(),
  outcome: z.record(z.string(), z.array(z.unknown())).optional(),
})
type Line = z.infer<typeof Line>
type Run = {
  first: Line | null
  last: Line | null
  outcome: Line['outcome']
  ms: number
  isKilled: boolean
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' } },
})
const kills = Number(values.kills)
await using world = await startTestWorld(SMALL_WORLD)
const { logListUrl, dns, connectTo, caFile } = world.world.address
const dataDir = await mkdtemp(path.join(tmpdir(), 'storedawn-killed-ingest-'))
const order = { dataDir, address: { logListUrl, dns, connectTo, caFile } }

await using server = await startPostgresServer()
const broken = await runKills({ ...order, databaseUrl: server.url })
await rm(dataDir, { recursive: true, force: true })
process.exitCode = broken > 0 ? 1 : 0

async function runKills(given: Omit<IngestOrder, 'aheadMs'>): Promise<number> {
  // Twice, because some of the world's shops misbehave only towards their first visitors.
  await run({ ...given, aheadMs: 0 }, null)
  const { outcome: expected, ms: usualMs } = await run({ ...given, aheadMs: 0 }, null)
  if (!expected) throw new Error('the undisturbed discovery did not end')
  const problems: string[] = []
  const complain = (problem: string) => {
    problems.push(problem)
    say(`BROKEN: ${problem}`)
  }
  let [killed, finished, aheadMs, held]: [number, number, number, Line['held']] = [0, 0, 0, {}]
  while (killed < kills || finished === 0) {
    const killAfterMs = killed < kills ? Math.random() * usualMs : null
    const done = await run({ ...given, aheadMs }, killAfterMs)
    if (done.isKilled && ++killed % 10 === 0) say(`${killed} kills so far`)
    findLost(held ?? {}, done.first?.held).forEach(complain)
    held = done.last?.held ?? held
    aheadMs = (done.last?.aheadMs ?? aheadMs) + RESTART_AFTER_MS
    if (!done.outcome && !done.isKilled) throw new Error('a discovery ended by itself')
    if (!done.outcome) continue
    finished += 1
    if (!isDeepStrictEqual(done.outcome, expected))
      complain(`differs: ${differenceOf(expected, done.outcome)}`)
    // The process empties its tables; if the kill came just before that, the existing rows are
    // discovered once more.
    ;[held, aheadMs] = [{}, 0]
  }
  say(`${killed} kills, ${finished} discoveries finished, ${problems.length} problems`)
  return problems.length
}

/** Runs the process until it ends, or kills it with all its children. */
async function run(given: IngestOrder, killAfterMs: number | null): Promise<Run> {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const startedAt = performance.now()
  const result: Run = { first: null, last: null, outcome: undefined, ms: 0, isKilled: false }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  createInterface({ input: child.stdout }).on('line', (text) => note(result, text))
  if (killAfterMs !== null) {
    const isOver = await Promise.race([ended.then(() => true), sleep(killAfterMs, false)])
    if (!isOver) result.isKilled = killTree(child)
  }
  await ended
  return { ...result, ms: performance.now() - startedAt }
}

function note(result: Run, text: string): void {
  // The last line of a killed process may be incomplete.
  if (!text.endsWith('}')) return
  const line = Line.parse(JSON.parse(text))
  result.first ??= line
  if (line.held) result.last = line
  result.outcome ??= line.outcome
}

function killTree(child: ChildProcess): boolean {
  if (child.pid === undefined || child.exitCode !== null) return false
  process.kill(-child.pid, 'SIGKILL')
  return true
}

function findLost(
  before: Record<string, number>,
  after: Record<string, number> | undefined,
): string[] {
  if (!after) return []
  return Object.entries(before)
    .filter(([name, count]) => (after[name] ?? -1) < count)
    .map(([name, count]) => `${name} was shown at ${count} and is at ${after[name] ?? 'nothing'}`)
}

function differenceOf(
  expected: Record<string, unknown[]>,
  found: Record<string, unknown[]>,
): string {
  for (const [name, rows] of Object.entries(expected)) {
    const other = found[name] ?? []
    const at = rows.findIndex((row, index) => !isDeepStrictEqual(row, other[index]))
    if (at >= 0 || rows.length !== other.length)
      return `${name}: expected ${JSON.stringify(rows[at])}, found ${JSON.stringify(other[at])}`
  }
  return 'nothing that was expected'
}

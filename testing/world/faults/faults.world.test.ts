import { expect, test } from 'vitest'
import { openFaultBench } from './fault-bench.ts'
import { type FaultRun, sweepFaults } from './sweep-faults.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

/** Per layer and kind. */
const RUNS_EACH = 9

/** Two minutes alone; a busy machine takes several times as long. */
const TIME_LIMIT_MS = 1_800_000

const bench = sharedByTests(openFaultBench)

/**
 * The first calls (most is undecided at the start), then ever wider steps, at different calls in
 * each run.
 */
function pickCalls(calls: number): number[] {
  const picked = new Set([1])
  for (let n = 1; picked.size < RUNS_EACH && n < RUNS_EACH * 4; n++)
    picked.add(Math.max(1, Math.min(calls, Math.round(calls ** ((n + Math.random()) / RUNS_EACH)))))
  return [...picked].toSorted((a, b) => a - b)
}

test(
  'one failed call to the database or the network, lost or done, changes nothing in the end',
  { tags: ['check-73'], timeout: TIME_LIMIT_MS },
  async () => {
    const runs: FaultRun[] = []
    for await (const run of sweepFaults(bench, pickCalls)) runs.push(run)
    console.log(
      `${runs.length} faults: ${runs.map(({ layer, kind, atCall, of }) => `${layer} ${kind} ${atCall}/${of}`).join(', ')}`,
    )
    const problems = runs
      .filter(({ problem }) => problem !== null)
      .map(({ layer, kind, atCall, problem }) => `${layer} ${kind} ${atCall}: ${problem}`)
    expect(problems.join('\n')).toBe('')
    expect(runs.length).toBeGreaterThan(RUNS_EACH * 2)
  },
)

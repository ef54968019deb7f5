/**
 * `npm test`: every layer of tests, in two lanes at once. The last line is `N passed, N failed`,
 * summed over all runners. Up to three failed tests run again at the end, alone.
 * `npm run test:full` also runs the long tests (see `vitest.config.ts`), looks at every state of
 * every screen in all six languages, and lets the tools of others judge (`judges/`).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { JUDGES } from '#judges/all-judges.ts'
import { runJudges } from '#judges/run-judges.ts'
import { runJourneys } from '#scripts/test-run/run-journeys.ts'
import type { Output } from '#scripts/test-run/run-command.ts'
import { runVitest } from '#scripts/test-run/run-vitest.ts'
import { hasClickHouse } from '#testing/clickhouse/start-clickhouse.ts'
import {
  addCounts,
  afterRepeat,
  type Counts,
  describeCounts,
  filesToRepeat,
  NO_TESTS,
} from '#scripts/test-run/test-counts.ts'

const isFull = process.argv.includes('--full')
if (isFull) process.env['TEST_FULL'] = '1' // inherited by the runners

const reports = await mkdtemp(path.join(os.tmpdir(), 'storedawn-reports-'))

/** `files`: only those; all when there are none. */
type Run = (output: Output, files: readonly string[]) => Promise<Counts>
type Stage = { title: string; run: Run }

const units: Stage = {
  title: 'unit tests',
  run: (output, files) => runVitest({ project: 'unit', files, reports, output }),
}
const slices = (shard: string): Stage => ({
  title: `slice tests on PostgreSQL, ${shard}`,
  run: (output, files) => runVitest({ project: 'slice*', shard, files, reports, output }),
})
/**
 * In parts, so that the journeys' lane can share what is left of them, or the other way round. The
 * first quarter, with every question to both engines, takes as long as two others.
 */
const code = [slices('1/4'), units, ...['2/4', '3/4', '4/4'].map(slices)]
const world: Stage[] = [
  {
    title: 'the whole demo, killed and compared with its world',
    run: (output, files) => runVitest({ project: 'world', files, reports, output }),
  },
]
const journeys: Stage[] = [
  {
    title: 'journeys in a browser',
    run: (output, files) => runJourneys({ files, reports, output }),
  },
]

type Ended = { stage: Stage; counts: Counts }

/** Runs the stages of the first queue, then what is left in the second. */
async function runLane(queues: Stage[][], output: Output): Promise<Ended[]> {
  const ended: Ended[] = []
  const next = () => queues.find((queue) => queue.length > 0)?.shift()
  for (let stage = next(); stage !== undefined; stage = next())
    ended.push({ stage, counts: await runStage(stage, output) })
  return ended
}

async function runStage(
  { title, run }: Stage,
  output: Output,
  files: string[] = [],
): Promise<Counts> {
  console.log(`\n── ${title}`)
  const startedAt = Date.now()
  const counts = await run(output, files)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`── ${title}: ${describeCounts(counts)} (${seconds} s)`)
  return counts
}

/** A busy machine fails tests that are right. Those are named, because they are to be mended. */
async function repeatAlone({ stage, counts }: Ended): Promise<Counts> {
  const title = `${stage.title}: what failed, again and alone`
  const repeated = await runStage({ ...stage, title }, 'live', filesToRepeat(counts))
  const settled = afterRepeat(counts, repeated)
  if (settled.failed === 0)
    console.log(`\n── failed beside other tests, passed alone\n\n${textsOf(counts)}`)
  return settled
}

const textsOf = ({ failures }: Counts) => failures.map(({ text }) => text).join('\n\n')

if (!hasClickHouse())
  console.log(
    'notice: there is no ClickHouse, so nothing is tested on it: `node scripts/fetch-chdb.js` fetches one, or CLICKHOUSE_URL names one',
  )
const lanes = await Promise.all([runLane([code, world], 'live'), runLane([journeys, code], 'held')])
const ended = lanes.flat()
const first = ended.map(({ counts }) => counts).reduce(addCounts, NO_TESTS)
let total = NO_TESTS
for (const one of ended) {
  const mayRepeat = one.counts.failed > 0 && filesToRepeat(first).length > 0
  total = addCounts(total, mayRepeat ? await repeatAlone(one) : one.counts)
}
if (isFull) console.log('\n── judges')
total = addCounts(total, isFull ? await runJudges(JUDGES) : NO_TESTS)
await rm(reports, { recursive: true, force: true })
if (total.failures.length > 0) console.log(`\n── failures\n\n${textsOf(total)}`)
console.log(`\n${describeCounts(total)}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

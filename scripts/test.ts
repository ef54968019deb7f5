/**
 * `npm test`: every layer of tests, in two lanes at once. The last line is `N passed, N failed`,
 * summed over all runners. `npm run test:full` also runs the long tests (see `vitest.config.ts`)
 * and looks at every state of every screen in all six languages.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runJourneys } from '#scripts/test-run/run-journeys.ts'
import type { Output } from '#scripts/test-run/run-command.ts'
import { runVitest } from '#scripts/test-run/run-vitest.ts'
import { hasClickHouse } from '#testing/clickhouse/start-clickhouse.ts'
import { addCounts, type Counts, describeCounts, NO_TESTS } from '#scripts/test-run/test-counts.ts'

if (process.argv.includes('--full')) process.env['TEST_FULL'] = '1' // inherited by the runners

const reports = await mkdtemp(path.join(os.tmpdir(), 'storedawn-reports-'))

type Stage = { title: string; run: (output: Output) => Promise<Counts> }

/**
 * In parts, because on a busy machine the demos end long before them, and both lanes can share what
 * is left.
 */
const SLICE_SHARDS = ['1/3', '2/3', '3/3']

/** The cheapest tests, whose failures should show first. */
const code: Stage[] = [
  { title: 'unit tests', run: (output) => runVitest({ project: 'unit', reports, output }) },
  ...SLICE_SHARDS.map((shard): Stage => ({
    title: `slice tests on PostgreSQL, ${shard}`,
    run: (output) => runVitest({ project: 'slice*', shard, reports, output }),
  })),
]
/** They wait for half of the time: for repeat visits and mails. */
const demos: Stage[] = [
  {
    title: 'the whole demo, killed and compared with its world',
    run: (output) => runVitest({ project: 'world', reports, output }),
  },
  { title: 'journeys in a browser', run: (output) => runJourneys({ reports, output }) },
]

/** Runs the stages of the first queue, then what is left in the second. */
async function runLane(queues: Stage[][], output: Output): Promise<Counts> {
  let total = NO_TESTS
  const next = () => queues.find((queue) => queue.length > 0)?.shift()
  for (let stage = next(); stage !== undefined; stage = next()) {
    const { title, run } = stage
    console.log(`\n── ${title}`)
    const startedAt = Date.now()
    const counts = await run(output)
    console.log(
      `── ${title}: ${describeCounts(counts)} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
    )
    total = addCounts(total, counts)
  }
  return total
}

if (!hasClickHouse())
  console.log(
    'notice: there is no ClickHouse, so nothing is tested on it: `node scripts/fetch-chdb.js` fetches one, or CLICKHOUSE_URL names one',
  )
const lanes = await Promise.all([runLane([code], 'live'), runLane([demos, code], 'held')])
const total = lanes.reduce(addCounts, NO_TESTS)
await rm(reports, { recursive: true, force: true })
if (total.failures.length > 0) console.log(`\n── failures\n\n${total.failures.join('\n\n')}`)
console.log(`\n${describeCounts(total)}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/**
 * `npm test`: every layer of tests, cheapest first. The last line is `N passed, N failed`, summed over all runners. `npm run test:full` looks at
 * every state of every screen in all six languages besides.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runJourneys } from '#scripts/test-run/run-journeys.ts'
import { runVitest } from '#scripts/test-run/run-vitest.ts'
import { addCounts, type Counts, describeCounts, NO_TESTS } from '#scripts/test-run/test-counts.ts'

if (process.argv.includes('--full')) process.env['TEST_FULL'] = '1' // inherited by the runners

const reports = await mkdtemp(path.join(os.tmpdir(), 'storedawn-reports-'))

const stages: { title: string; run: () => Promise<Counts> }[] = [
  { title: 'unit tests', run: () => runVitest({ project: 'unit', reports }) },
  { title: 'slice tests on PostgreSQL', run: () => runVitest({ project: 'slice*', reports }) },
  {
    title: 'the whole demo, killed and compared with its world',
    run: () => runVitest({ project: 'world', reports }),
  },
  { title: 'journeys in a browser', run: () => runJourneys(reports) },
]

let total = NO_TESTS
for (const { title, run } of stages) {
  console.log(`\n── ${title}`)
  const startedAt = Date.now()
  const counts = await run()
  console.log(`── ${title}: ${describeCounts(counts)} (${Math.round((Date.now() - startedAt) / 1000)} s)`)
  total = addCounts(total, counts)
}
await rm(reports, { recursive: true, force: true })
if (total.failures.length > 0) console.log(`\n── failures\n\n${total.failures.join('\n\n')}`)
console.log(`\n${describeCounts(total)}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

import path from 'node:path'
import * as z from 'zod'
import { readReport, runCommand } from '#scripts/test-run/run-command.ts'
import { type Counts, NO_TESTS, withExitCode } from '#scripts/test-run/test-counts.ts'

const VITEST = 'node_modules/vitest/vitest.mjs'

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

type VitestRun = { project: string; reports: string; env?: Record<string, string> }

export async function runVitest({ project, reports, env = {} }: VitestRun): Promise<Counts> {
  const file = path.join(reports, `${project}-${env['TEST_DATABASE'] ?? 'none'}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await runCommand([VITEST, 'run', '--project', project, ...reporters], env)
  return withExitCode(countVitest(await readReport(file)), exitCode)
}

export function countVitest(report: unknown): Counts {
  const parsed = Report.safeParse(report)
  if (!parsed.success) return NO_TESTS
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data
  const brokenFiles = testResults.filter(isBroken).length
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles,
    skipped: numPendingTests + numTodoTests,
  }
}

/** Failed without a failed test: it did not load, or its set-up threw and its tests were never run. */
function isBroken(file: z.infer<typeof Report>['testResults'][number]): boolean {
  return file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')
}

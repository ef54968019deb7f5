import path from 'node:path'
import * as z from 'zod'
import { type Output, readReport, runCommand } from '#scripts/test-run/run-command.ts'
import {
  type Counts,
  describeFailure,
  NO_TESTS,
  withExitCode,
} from '#scripts/test-run/test-counts.ts'

const VITEST = 'node_modules/vitest/vitest.mjs'

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().optional(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

type TestFile = z.infer<typeof Report>['testResults'][number]
type VitestRun = {
  project: string
  /** Such as `1/3`; all files without it. */
  shard?: string
  reports: string
  output: Output
}

export async function runVitest({
  project,
  shard = '1/1',
  reports,
  output,
}: VitestRun): Promise<Counts> {
  const file = path.join(reports, `${project.replace('*', '')}-${shard.replace('/', '-of-')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const args = [VITEST, 'run', '--project', project, '--shard', shard, ...reporters]
  const exitCode = await runCommand({ args, output })
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
    failures: testResults.flatMap(failuresOf),
  }
}

/**
 * Failed without a failed test: it did not load, or its set-up threw and its tests were never run.
 */
function isBroken(file: TestFile): boolean {
  return (
    file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')
  )
}

function failuresOf(file: TestFile): string[] {
  if (isBroken(file)) return [describeFailure(file.name, file.message ?? '')]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) =>
      describeFailure(`${file.name} › ${fullName}`, failureMessages?.join('\n') ?? ''),
    )
}

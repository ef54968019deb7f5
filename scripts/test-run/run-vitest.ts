import path from 'node:path'
import * as z from 'zod'
import { type Output, readReport, runCommand } from '#scripts/test-run/run-command.ts'
import {
  type Counts,
  type Failure,
  NO_TESTS,
  toFailure,
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
  /** Only those; all when there are none. */
  files: readonly string[]
  reports: string
  output: Output
}

export async function runVitest({
  project,
  shard = '1/1',
  files,
  reports,
  output,
}: VitestRun): Promise<Counts> {
  const part = files.length > 0 ? 'again' : shard.replace('/', '-of-')
  const file = path.join(reports, `${project.replace('*', '')}-${part}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const which = files.length > 0 ? files : ['--shard', shard]
  const args = [VITEST, 'run', '--project', project, ...which, ...reporters]
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

function failuresOf(file: TestFile): Failure[] {
  if (isBroken(file)) return [toFailure(file.name, '', file.message ?? '')]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) =>
      toFailure(file.name, ` › ${fullName}`, failureMessages?.join('\n') ?? ''),
    )
}

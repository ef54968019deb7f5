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
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = parsed.data
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { type Output, readReport, runCommand } from '#scripts/test-run/run-command.ts'
import {
  type Counts,
  type Failure,
  MESSAGE_CHARS,
  NO_TESTS,
  toFailure,
  withExitCode,
} from '#scripts/test-run/test-counts.ts'
import { findChromium } from '#testing/find-chromium.ts'

const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

const Spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  file: z.string(),
  line: z.int(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })),
    }),
  ),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(Suite),
})

type JourneysRun = {
  /** Only those; all when there are none. */
  files: readonly string[]
  reports: string
  output: Output
}

export async function runJourneys({ files: specs, reports, output }: JourneysRun): Promise<Counts> {
  const files = await readdir('e2e', { recursive: true })
  if (!files.some((name) => name.endsWith('.spec.ts'))) return NO_TESTS
  if (findChromium() === null) {
    console.log('notice: skipped, because this machine has no Chromium (set CHROMIUM_PATH)')
    return NO_TESTS
  }
  const name = path.join(reports, `journeys${specs.length > 0 ? '-again' : ''}`)
  const [report, demoErrors] = [`${name}.json`, `${name}-demo-errors.txt`]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_DEMO_ERRORS: demoErrors }
  const args = [PLAYWRIGHT, 'test', ...specs, '--reporter=line,json']
  const exitCode = await runCommand({ under: atOwnPriority(), args, output, env })
  const counts = withExitCode(countPlaywright(await readReport(report)), exitCode)
  return withDemoErrors(counts, await readFile(demoErrors, 'utf8').catch(() => ''))
}

/**
 * As root, Chromium raises its own priority above all other work, and the stores of the demo and of
 * the tests beside it are found too late.
 */
function atOwnPriority(): string[] {
  const command = ['setpriv', '--bounding-set', '-sys_nice']
  const canDrop =
    process.getuid?.() === 0 && spawnSync('setpriv', [...command.slice(1), 'true']).status === 0
  return canDrop ? command : []
}

/** Beside the failures that they may explain. */
function withDemoErrors(counts: Counts, errors: string): Counts {
  const [first] = counts.failures
  if (!first || errors === '') return counts
  const text = `errors of the demo:\n${errors.slice(0, MESSAGE_CHARS)}`
  return { ...counts, failures: [...counts.failures, { file: first.file, text }] }
}

/** Playwright does not retry, so it reports a flaky test only as failed. */
export function countPlaywright(report: unknown): Counts {
  const parsed = Report.safeParse(report)
  if (!parsed.success) return NO_TESTS
  const { expected, unexpected, flaky, skipped } = parsed.data.stats
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: parsed.data.suites.flatMap(failuresOf),
  }
}

function failuresOf({ specs, suites = [] }: z.infer<typeof Suite>): Failure[] {
  const failed = specs.filter(({ ok }) => !ok)
  const own = failed.map(({ file, line, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))
    return toFailure(`e2e/${file}`, `:${line} › ${title}`, errors.join('\n'))
  })
  return [...own, ...suites.flatMap(failuresOf)]
}

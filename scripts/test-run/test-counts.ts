/**
 * `failures`: the failed tests, each with the beginning of its message, so that the end of a long
 * log shows them.
 */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures: readonly string[]
}

const MESSAGE_CHARS = 1_500

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  }
}

/** The summary line that readers and scripts use. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function describeFailure(name: string, message: string): string {
  return `${name}\n${message.slice(0, MESSAGE_CHARS)}`
}

/**
 * A runner that fails without naming a test (a file that does not load, a crash) counts as one
 * failure.
 */
export function withExitCode(counts: Counts, exitCode: number | NodeJS.Signals): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts
  const failures = [`a runner ended with ${exitCode}, though no test of it failed`]
  return { ...counts, failed: 1, failures }
}

export type Counts = { passed: number; failed: number; skipped: number }

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 }

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** The line that a reader, or a script, takes the result from. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A runner that ends badly without naming a test (a file that does not load, a crash) still counts as one failure. */
export function withExitCode(counts: Counts, exitCode: number | null): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** A failed test, with the beginning of its message, so that the end of a long log shows it. */
export type Failure = { file: string; text: string }

export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures: readonly Failure[]
}

/** Of a message. */
export const MESSAGE_CHARS = 1_500

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

export function toFailure(file: string, name: string, message: string): Failure {
  return { file, text: `${file}${name}\n${message.slice(0, MESSAGE_CHARS)}` }
}

/**
 * A runner that fails without naming a test (a file that does not load, a crash) counts as one
 * failure.
 */
export function withExitCode(counts: Counts, exitCode: number | NodeJS.Signals): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts
  const text = `a runner ended with ${exitCode}, though no test of it failed`
  return { ...counts, failed: 1, failures: [{ file: '', text }] }
}

/** More failures than that are not the machine's. */
const MAX_UNSTEADY = 3

/** The files of tests that may have failed only because the machine was busy; none if too many. */
export function filesToRepeat({ failed, failures }: Counts): string[] {
  const files = new Set(failures.map(({ file }) => file))
  return failed > MAX_UNSTEADY || failures.length < failed || files.has('') ? [] : [...files]
}

/** The counts of a stage whose failed files ran again, alone: what passed there counts as passed. */
export function afterRepeat(counts: Counts, repeated: Counts): Counts {
  if (repeated.failed > 0 || repeated.passed === 0) return counts
  return { ...counts, passed: counts.passed + counts.failed, failed: 0, failures: [] }
}

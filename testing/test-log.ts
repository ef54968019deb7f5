import { createLog } from '#server/platform/log.ts'

type LogEntry = { level: string; event?: string; msg?: string } & Record<string, unknown>

export type TestLog = ReturnType<typeof createTestLog>

export function createTestLog() {
  const entries: LogEntry[] = []
  const expected = new Set<string>()
  const write = (line: string) => void entries.push(JSON.parse(line))
  return {
    log: createLog({ LOG_LEVEL: 'debug' }, { write }),
    entries,
    /** Accepts error entries of this event; all others make `check` fail. */
    expectError: (event: string) => void expected.add(event),
    /** @throws if an unexpected error was logged */
    check() {
      const bad = entries.filter(({ level, event }) => isError(level) && !expected.has(event ?? ''))
      if (bad.length > 0)
        throw new Error(
          `unexpected errors were logged:\n${bad.map((entry) => JSON.stringify(entry)).join('\n')}`,
        )
    },
  }
}

const isError = (level: string) => level === 'error' || level === 'fatal'

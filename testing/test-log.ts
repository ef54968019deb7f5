import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { createLog } from '#server/platform/log.ts'

export type LogEntry = { level: string; event?: string; msg?: string } & Record<string, unknown>

export type TestLog = {
  log: Logger
  entries: LogEntry[]
  /** Accepts error entries of this event; all others make `check` fail. */
  expectError: (event: string) => void
  /** @throws if an unexpected error was logged */
  check: () => void
}

export function createTestLog(): TestLog {
  const entries: LogEntry[] = []
  const expected = new Set<string>()
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      entries.push(JSON.parse(line.toString()))
      done()
    },
  })
  return {
    log: createLog({ LOG_LEVEL: 'debug' }, destination),
    entries,
    expectError: (event) => expected.add(event),
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

import type { CtLog, LogHead } from '#discovery/ct/ct-log.ts'

/** A log for tests with their own reader: its address never answers. */
export const exampleLog: CtLog = {
  logId: 'bG9n',
  description: 'Test log',
  operator: 'Test',
  kind: 'static',
  url: 'https://log.example/',
  origin: 'log.example',
  key: '',
  state: 'usable',
  temporalInterval: null,
}

export const exampleHead: LogHead = {
  size: 1_000,
  rootHash: 'root',
  timestampMs: Date.parse('2026-03-10T12:00:00Z'),
}

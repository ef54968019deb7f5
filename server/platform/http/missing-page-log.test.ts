import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMissingPageLog } from './request-log.ts'

function startLog() {
  const lines: { event: string; path: string }[] = []
  const clock = { at: new Date('2026-11-22T09:00:00Z') }
  const tell = createMissingPageLog({
    log: pino(
      {},
      { write: (line) => void lines.push(JSON.parse(line) as { event: string; path: string }) },
    ),
    now: () => clock.at,
  })
  return { lines, clock, tell }
}

test('a missing path is logged once an hour, without its query and parts that look secret', () => {
  const { lines, clock, tell } = startLog()
  tell('/lisst?token=s3cret')
  tell('/lisst?ref=mail')
  tell('/x/kJ82hdKs92jf_KdlsP2mZ81a')
  clock.at = new Date('2026-11-22T10:00:00Z')
  tell('/lisst')
  expect(lines.map(({ event, path }) => [event, path])).toEqual([
    ['page.missing', '/lisst'],
    ['page.missing', '/x/redacted'],
    ['page.missing', '/lisst'],
  ])
})

test('thousands of missing paths add at most 500 log lines', () => {
  const { lines, tell } = startLog()
  for (let at = 0; at < 2_000; at += 1) tell(`/wp/${at}`)
  expect(lines).toHaveLength(500)
})

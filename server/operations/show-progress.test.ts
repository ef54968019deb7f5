import { expect, test } from 'vitest'
import { type LiveFigures, formatProgress } from './show-progress.ts'

const nothing: LiveFigures = {
  progress: {
    entriesRead: 0,
    entriesLeft: 0,
    hostsChecked: 0,
    hostsToVisit: 0,
    storesFound: 0,
    storesNew: 0,
  },
  entriesPerSecond: 0,
  logs: { active: 0, quarantined: 0 },
  lagToday: { stores: 0, p50Seconds: null, p90Seconds: null, p95Seconds: null },
  accuracy: null,
}

test('the first line shows zeros, and makes nothing up', () => {
  expect(formatProgress(nothing)).toBe(
    '  starting · 0 entries/s · 0 logs, 0 behind · 0 new stores (0 established)',
  )
})

test('a later line shows all the progress', () => {
  const line = formatProgress({
    progress: {
      entriesRead: 1_000_000,
      entriesLeft: 12_345,
      hostsChecked: 9,
      hostsToVisit: 60,
      storesFound: 11_027,
      storesNew: 2_016,
    },
    entriesPerSecond: 309.6,
    logs: { active: 4, quarantined: 1 },
    lagToday: { stores: 12, p50Seconds: 31.4, p90Seconds: 130, p95Seconds: 9_000 },
    accuracy: { share: 0.99999, sample: 57 },
  })
  expect(line).toBe(
    '  catching up · 310 entries/s · 4 logs, 12,345 behind, 1 QUARANTINED · 60 hosts waiting · 2,016 new stores (9,011 established)' +
      ' · lag today 31 s (P90 2 min) · 99.9 % right of 57 stores',
  )
})

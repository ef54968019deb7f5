import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import { evaluateGrowth, MEASURED, reportOf } from './report.ts'
import { type Sample, slopePerHour } from './samples.ts'

const STARTED = new Date('2026-11-24T04:00:00Z')
const HOURS = Array.from({ length: 41 }, (_, at) => at / 10)

const samplesThat = (grow: { megabytes?: number; handles?: number; stores?: number }): Sample[] =>
  HOURS.map((hours) => {
    const of = (base: number, more = 0) =>
      Object.fromEntries(
        MEASURED.map((role) => [role, role === 'API' ? base + more * hours : base]),
      )
    return {
      hours,
      megabytes: of(200, grow.megabytes),
      handles: of(40, grow.handles),
      diskMegabytes: 500,
      inUseMegabytes: hours === 2 ? null : 100 + hours,
      stores: 2_000 + (grow.stores ?? 0) * hours,
    }
  })

const growing = (samples: readonly Sample[]) =>
  evaluateGrowth({ samples, warmUpHours: 1 }).flatMap(({ role, isFlat }) => (isFlat ? [] : [role]))

test('the slope is that of the line through the samples', () => {
  const samples = samplesThat({ megabytes: 3 })
  expect(slopePerHour(samples, ({ megabytes }) => megabytes['API'] ?? 0)).toBeCloseTo(3)
  expect(slopePerHour(samples.slice(0, 1), ({ hours }) => hours)).toBe(0)
})

test.each([
  ['memory that stays', {}, []],
  ['less than a megabyte an hour', { megabytes: 0.9 }, []],
  ['two megabytes an hour', { megabytes: 2 }, ['API']],
  ['two megabytes an hour beside a thousand new stores', { megabytes: 2, stores: 1_000 }, []],
  ['ten handles an hour', { handles: 10 }, ['API']],
  ['one handle an hour', { handles: 1 }, []],
])('%s: growing processes', (_what, grow, expected) => {
  expect(growing(samplesThat(grow))).toEqual(expected)
})

test('handles that come and go, and those of the database, do not count', () => {
  const samples = samplesThat({}).map((sample, at) => ({
    ...sample,
    handles: { ...sample.handles, API: at % 3 === 0 ? 40 + at : 40, database: 400 + 90 * at },
  }))
  expect(growing(samples)).toEqual([])
})

test('growth during the warm-up does not count', () => {
  const samples = samplesThat({}).map((sample) =>
    sample.hours === 0 ? { ...sample, megabytes: { ...sample.megabytes, API: 20 } } : sample,
  )
  expect(growing(samples)).toEqual([])
})

test('the report shows the first and last figures and the failures', () => {
  const text = reportOf({
    startedAt: STARTED,
    hours: 4,
    warmUpHours: 1,
    perSecond: 8,
    faults: ['worker killed after 20 min'],
    samples: samplesThat({ megabytes: 5 }),
    answers: Array.from({ length: 12 }, (_, at) => ({
      name: 'list',
      status: 200,
      // The first four are of the warm-up.
      ms: at < 4 ? 90 : at < 8 ? 10 : 20,
      at: STARTED.getTime() + at * 15 * MINUTE_MS,
    })),
    failed: 2,
    fatal: [],
  })
  expect(text).toContain('| API | 205 MB | 220 MB | 5.0 (at most 1.0) | 40 → 40 | grows |')
  expect(text).toContain('| 10 / 10 ms | 20 / 20 ms |')
  expect(text).toContain('in ten minutes: 101 MB at first, 103 MB at last')
  expect(text).toContain('2 failed outside')
  expect(text).toContain('worker killed after 20 min')
})

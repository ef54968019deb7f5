import { expect, test } from 'vitest'
import { evaluateGrowth, MEASURED, reportOf } from './report.ts'
import { type Sample, slopePerHour } from './samples.ts'

const HOURS = [0, 1, 2, 3, 4]

/** `grow`: megabytes and handles more each hour, of the API alone. */
const samplesThat = (grow: { megabytes?: number; handles?: number; stores?: number }): Sample[] =>
  HOURS.map((hours) => {
    const of = (base: number, more = 0) =>
      Object.fromEntries(MEASURED.map((role) => [role, role === 'API' ? base + more * hours : base]))
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
])('%s: growing processes', (_what, grow, expected) => {
  expect(growing(samplesThat(grow))).toEqual(expected)
})

test('growth during the warm-up does not count', () => {
  const samples = samplesThat({}).map((sample) =>
    sample.hours === 0 ? { ...sample, megabytes: { ...sample.megabytes, API: 20 } } : sample,
  )
  expect(growing(samples)).toEqual([])
})

test('the report shows the first and last figures and the failures', () => {
  const text = reportOf({
    startedAt: new Date('2026-11-24T04:00:00Z'),
    hours: 4,
    warmUpHours: 1,
    perSecond: 8,
    faults: ['worker killed after 20 min'],
    samples: samplesThat({ megabytes: 5 }),
    answers: Array.from({ length: 8 }, (_, at) => ({ name: 'list', status: 200, ms: at < 4 ? 10 : 20, at })),
    failed: 2,
    fatal: [],
  })
  expect(text).toContain('| API | 205 MB | 220 MB | 5.0 (at most 1.0) | 40 | 40 | 0.0 | grows |')
  expect(text).toContain('| 10 / 10 ms | 20 / 20 ms |')
  expect(text).toContain('in ten minutes: 101 MB at first, 101 MB at last')
  expect(text).toContain('2 failed outside')
  expect(text).toContain('worker killed after 20 min')
})

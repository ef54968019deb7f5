import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import { evaluateGrowth, MEASURED, problemsOf, reportOf } from './report.ts'
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
  evaluateGrowth([{ samples }]).flatMap(({ role, isFlat }) => (isFlat ? [] : [role]))

test('the slope is that of the line through the samples', () => {
  const samples = samplesThat({ megabytes: 3 })
  expect(slopePerHour([samples], ({ megabytes }) => megabytes['API'] ?? 0)).toBeCloseTo(3)
  expect(slopePerHour([samples.slice(0, 1)], ({ hours }) => hours)).toBe(0)
})

test('a step from one piece to the next is no growth', () => {
  const [low, high] = [100, 300].map((megabytes) =>
    samplesThat({}).map((sample) => ({ ...sample, megabytes: { API: megabytes } })),
  )
  const used = ({ megabytes }: Sample) => megabytes['API'] ?? 0
  expect(slopePerHour([low ?? [], high ?? []], used)).toBe(0)
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

test('growth during the warm-up does not count', () => {
  const samples = samplesThat({}).map((sample) =>
    sample.hours === 0 ? { ...sample, megabytes: { ...sample.megabytes, API: 20 } } : sample,
  )
  expect(growing(samples)).toEqual([])
})

const pieceAt = (startedAtMs: number, ms: number) => ({
  startedAtMs,
  hours: 4,
  perSecond: 8,
  faults: ['worker killed after 20 min'],
  samples: samplesThat({ megabytes: 5 }),
  answers: Array.from({ length: 4 }, (_, at) => ({
    name: 'list',
    status: 200,
    ms,
    at: startedAtMs + at * 15 * MINUTE_MS,
  })),
  failed: 2,
  fatal: [],
})

test('the report shows the first and last figures and the failures of all pieces', () => {
  const started = STARTED.getTime()
  const text = reportOf([pieceAt(started, 10), pieceAt(started + 10 * HOUR_MS, 20)])
  expect(text).toContain('| API | 203 MB | 220 MB | 5.0 (at most 1.0) | 40 | 40 | 0.0 | grows |')
  expect(text).toContain('| 10 / 10 ms | 20 / 20 ms |')
  expect(text).toContain('It did not pass: API grows, 4 requests failed, P95 went from 10 to 20 ms')
  expect(text).toContain('in ten minutes: 101 MB at first, 103 MB at last')
  expect(text).toContain('4 failed outside')
  expect(text).toContain('2. From 2026-11-24T14:00:00.000Z, 4.00 hours, 8 requests a second')
  expect(text).toContain('worker killed after 20 min')
})

test('a run that ends within its warm-up has not passed', () => {
  const samples = samplesThat({}).slice(0, 3)
  expect(problemsOf([{ ...pieceAt(STARTED.getTime(), 10), samples, failed: 0 }])).toEqual([
    'no piece was longer than its warm-up',
  ])
})

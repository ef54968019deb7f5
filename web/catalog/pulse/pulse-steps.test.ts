import { describe, expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import type { PulseRow } from '#contracts/catalog/pulse.ts'
import { pulsePath, readPulseAddress, stepOf, withEnd } from './pulse-address.ts'
import { perWeek, rowsCsv, sortedRows, stepsCsv, stepsOf } from './pulse-steps.ts'

const TODAY = '2026-11-20'
const daysFrom = (from: string, counts: readonly number[]) =>
  counts.map((stores, at) => ({ day: addDays(from, at), stores }))
const row = ({ now = 1, before = 1, ...values }: Partial<PulseRow>): PulseRow => ({
  value: 'DE',
  label: null,
  now,
  before,
  compared: { now, before },
  alive: 1,
  products: null,
  ...values,
})

describe('the address of the pulse', () => {
  const read = (query: string) => readPulseAddress(new URLSearchParams(query), TODAY)

  test.each([
    ['', '2026-10-24', TODAY],
    ['days=7', '2026-11-14', TODAY],
    ['days=90', '2026-08-23', TODAY],
    ['days=1000', '2026-10-24', TODAY],
    ['from=2026-11-01&to=2026-11-07', '2026-11-01', '2026-11-07'],
    ['from=2026-11-07&to=2026-11-01', '2026-10-24', TODAY],
    ['from=2026-11-01&to=2026-12-24', '2026-10-24', TODAY],
    ['from=2020-01-01&to=2026-11-01', '2026-10-24', TODAY],
  ])('%s covers %s to %s', (query, from, to) => {
    expect(read(query)).toMatchObject({ from, to })
  })

  test.each([
    ['stays where it is', 'from', '2026-11-05', '2026-11-05', '2026-11-10'],
    ['moves along with a first day after it', 'from', '2026-11-15', '2026-11-15', '2026-11-15'],
    ['moves along with a last day before it', 'to', '2020-02-29', '2020-02-29', '2020-02-29'],
    ['moves to 366 days after the first day', 'from', '2020-01-01', '2020-01-01', '2020-12-31'],
    [
      'moves to today when the first day would be in the future',
      'from',
      '2027-01-01',
      TODAY,
      TODAY,
    ],
    [
      'stays when the last day becomes today instead of a future day',
      'to',
      '2027-01-01',
      '2026-11-01',
      TODAY,
    ],
  ] as const)('the other end of the period %s', (_, end, day, from, to) => {
    const span = { from: '2026-11-01', to: '2026-11-10' }
    expect(withEnd(span, end, day, TODAY)).toEqual({ from, to })
  })

  test('the first day moves to 366 days before a last day that is too late for it', () => {
    const span = { from: '2025-01-01', to: '2025-02-01' }
    expect(withEnd(span, 'to', TODAY, TODAY)).toEqual({ from: '2025-11-20', to: TODAY })
  })

  test.each([
    '/pulse',
    '/pulse?by=apps&days=7&value=klaviyo&sort=rising&step=week',
    '/pulse?from=2026-11-01&to=2026-11-07',
  ])('%s is what its own address says', (path) => {
    expect(pulsePath(read(path.split('?')[1] ?? ''), TODAY)).toBe(path)
  })

  test('what it cannot read counts as not given', () => {
    expect(read('by=moon&sort=up&step=year&value=')).toMatchObject({
      by: 'category',
      sort: 'frequent',
      step: null,
      value: null,
    })
  })
})

describe('the course of a period', () => {
  test.each([
    ['', 'day'],
    ['days=90', 'week'],
    ['days=90&step=day', 'day'],
    ['days=7&step=week', 'week'],
  ])('%s is drawn by %s', (query, length) => {
    expect(stepOf(readPulseAddress(new URLSearchParams(query), TODAY))).toBe(length)
  })

  test('a point can be a day', () => {
    const steps = stepsOf(
      {
        days: daysFrom('2026-10-24', Array(28).fill(2)),
        previousDays: daysFrom('2026-09-26', Array(28).fill(1)),
      },
      'day',
    )
    expect(steps).toHaveLength(28)
    expect(steps.at(-1)).toEqual({
      now: { from: TODAY, to: TODAY, stores: 2 },
      before: { from: '2026-10-23', to: '2026-10-23', stores: 1 },
    })
  })

  test('a point can be a week, and the last week is whole', () => {
    const steps = stepsOf(
      {
        days: daysFrom('2026-08-23', Array(90).fill(1)),
        previousDays: daysFrom('2026-05-25', Array(90).fill(3)),
      },
      'week',
    )
    expect(steps.map(({ now }) => now.stores)).toEqual([6, ...Array(12).fill(7)])
    expect(steps.at(-1)?.now).toMatchObject({ from: '2026-11-14', to: TODAY })
    expect(steps[0]?.before).toMatchObject({ from: '2026-05-25', stores: 18 })
  })

  test('a point is unknown unless our data covers all of its days', () => {
    const days = daysFrom('2026-10-24', Array(14).fill(2))
    const previousDays = daysFrom('2026-10-10', Array(14).fill(1)).map((each, at) =>
      at < 3 ? { ...each, stores: null } : each,
    )
    const before = (length: 'day' | 'week') =>
      stepsOf({ days, previousDays }, length).map((step) => step.before.stores)
    expect(before('week')).toEqual([null, 7])
    expect(before('day')).toEqual([...Array(3).fill(null), ...Array(11).fill(1)])
  })

  test('stores per week are those of the covered days, and unknown without any', () => {
    expect([perWeek(10, 14), perWeek(10, 0)]).toEqual([5, null])
  })
})

test('niches keep the order of the server, or are sorted by the share that is alive', () => {
  const rows = [
    row({ value: 'a', now: 10, before: 9, alive: 5 }),
    row({ value: 'b', now: 6, before: 1, alive: 6 }),
    row({ value: 'c', now: 8, before: 9, alive: 7 }),
    row({ value: 'd', now: 0, before: 9, alive: 0 }),
  ]
  const orderBy = (sort: Parameters<typeof sortedRows>[1]) =>
    sortedRows(rows, sort)
      .map(({ value }) => value)
      .join('')
  expect([orderBy('rising'), orderBy('alive')]).toEqual(['abcd', 'bcad'])
})

describe('a copied table', () => {
  const rows = [
    row({ value: 'x', now: 9, before: 6, products: { now: 5, before: 4 } }),
    row({ value: 'y', now: 4, before: 3, alive: 3 }),
  ]
  const copy = (days: { now: number; before: number }) =>
    rowsCsv(rows, days, ['Say "what"', 'Stores'], () => 'Food, drink').split('\r\n')

  test('quotes its texts, and has no percentage from fewer than five stores', () => {
    expect(copy({ now: 7, before: 7 })).toEqual([
      '"Say ""what""","Stores"',
      '"Food, drink",9,6,6,9,50,1,5,4',
      '"Food, drink",4,3,3,4,,3',
    ])
  })

  test.each([
    ['half of the days before are', { now: 14, before: 7 }, '6,4.5,-25'],
    ['no day before is', { now: 7, before: 0 }, ',9,'],
  ])('compares stores per week where %s covered', (_, days, figures) => {
    expect(copy(days)[1]).toBe(`"Food, drink",9,6,${figures},1,5,4`)
  })

  test('leaves out what our data does not cover', () => {
    const span = { from: TODAY, to: TODAY }
    const step = { now: { ...span, stores: 3 }, before: { ...span, stores: null } }
    expect(stepsCsv([step], ['From'])).toBe(`"From"\r\n"${TODAY}",3,"${TODAY}",`)
  })
})

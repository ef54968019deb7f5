import { describe, expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import type { PulseRow } from '#contracts/catalog/pulse.ts'
import { pulsePath, readPulseAddress, stepOf, withEnd } from './pulse-address.ts'
import { growthOf, rowsCsv, sortedRows, stepsCsv, stepsOf } from './pulse-steps.ts'

const TODAY = '2026-11-20'
const daysFrom = (from: string, counts: readonly number[]) =>
  counts.map((stores, at) => ({ day: addDays(from, at), stores }))
const row = (values: Partial<PulseRow>): PulseRow => ({
  value: 'DE',
  label: null,
  now: 1,
  before: 1,
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

  test('growth is relative to before, and unknown without it', () => {
    expect([growthOf({ now: 3, before: 2 }), growthOf({ now: 3, before: 0 })]).toEqual([0.5, null])
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

test('a copied table quotes its texts', () => {
  const rows = [
    row({ value: 'x', now: 3, before: 2, products: { now: 5, before: 4 } }),
    row({ value: 'y', now: 4, before: 0, alive: 3 }),
  ]
  expect(rowsCsv(rows, ['Say "what"', 'Stores'], () => 'Food, drink')).toBe(
    '"Say ""what""","Stores"\r\n"Food, drink",3,2,1,50,1,5,4\r\n"Food, drink",4,0,4,,3',
  )
  const span = { from: TODAY, to: TODAY, stores: 3 }
  expect(stepsCsv([{ now: span, before: span }], ['From'])).toBe(
    `"From"\r\n"${TODAY}",3,"${TODAY}",3`,
  )
})

import { expect, test } from 'vitest'
import { readDates, withDates } from './dashboard-page.tsx'

const TODAY = '2026-11-20'

test('dates are written to the address and read back, beside other parameters', () => {
  const range = { kind: 'range', from: '2026-11-14', to: TODAY } as const
  const params = withDates(new URLSearchParams('lang=de&date=2026-11-01'), range)
  expect(params.toString()).toBe('lang=de&startDate=2026-11-14&endDate=2026-11-20')
  expect(readDates(params, TODAY)).toEqual(range)
  expect(withDates(params, { kind: 'none' }).toString()).toBe('lang=de')
})

test('an address may hold days years apart; the calls limit the length of a range', () => {
  const range = { kind: 'range', from: '2020-01-01', to: TODAY } as const
  expect(readDates(withDates(new URLSearchParams(), range), TODAY)).toEqual(range)
})

test.each([
  '',
  'date=yesterday',
  'date=2026-11-21',
  'startDate=2026-11-01',
  'startDate=2026-11-19&endDate=2026-11-21',
])('an address without selectable days selects nothing: %s', (search) => {
  expect(readDates(new URLSearchParams(search), TODAY)).toEqual({ kind: 'none' })
})

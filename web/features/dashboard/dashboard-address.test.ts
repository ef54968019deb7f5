import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { readDates, searchQuery, withDates } from './dashboard-address.ts'

const TODAY = '2026-11-20'

test('a search for one day has exactly the parameters of the specification', () => {
  expect(paths.list(searchQuery({ kind: 'single', date: TODAY }))).toBe(
    '/list?mode=single&date=2026-11-20&filterStartDate=2026-11-20&filterEndDate=2026-11-20',
  )
})

test('a search for a range has exactly the parameters of the specification', () => {
  expect(paths.list(searchQuery({ kind: 'range', from: '2026-11-14', to: TODAY }))).toBe(
    '/list?mode=range&startDate=2026-11-14&endDate=2026-11-20&filterStartDate=2026-11-14&filterEndDate=2026-11-20',
  )
})

test('dates go into the address and come back, beside what else is there', () => {
  const range = { kind: 'range', from: '2026-11-14', to: TODAY } as const
  const params = withDates(new URLSearchParams('lang=de&date=2026-11-01'), range)
  expect(params.toString()).toBe('lang=de&startDate=2026-11-14&endDate=2026-11-20')
  expect(readDates(params, TODAY)).toEqual(range)
  expect(withDates(params, { kind: 'none' }).toString()).toBe('lang=de')
})

test.each([
  '',
  'date=yesterday',
  'date=2026-11-21',
  'startDate=2026-11-01',
  'startDate=2020-01-01&endDate=2026-11-20',
])('an address that names no days to choose selects nothing: %s', (search) => {
  expect(readDates(new URLSearchParams(search), TODAY)).toEqual({ kind: 'none' })
})

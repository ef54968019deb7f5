import { expect, test } from 'vitest'
import { listQueryOf, readAddress, withChange } from './list-address.ts'

const read = (search: string) => readAddress(new URLSearchParams(search))
const change = (search: string, to: Parameters<typeof withChange>[1]) =>
  withChange(new URLSearchParams(search), to).toString()

const ARRIVAL =
  'mode=range&startDate=2026-11-14&endDate=2026-11-20&filterStartDate=2026-11-14&filterEndDate=2026-11-20'

test('on arrival the filter equals what was picked', () => {
  const { picked, dates } = read(ARRIVAL)
  expect(picked).toEqual({ kind: 'range', from: '2026-11-14', to: '2026-11-20' })
  expect(dates).toEqual(picked)
})

test('the filter decides what is asked for, the picked dates stay as they were', () => {
  const search = change(ARRIVAL, { dates: { kind: 'single', date: '2026-11-15' } })
  expect(read(search).picked).toEqual({ kind: 'range', from: '2026-11-14', to: '2026-11-20' })
  expect(listQueryOf(read(search))).toEqual({
    date: '2026-11-15',
    page: '0',
    size: '20',
    sortBy: 'foundAt',
    sortDirection: 'DESC',
    launchStatus: 'new',
  })
})

test.each([
  ['', { kind: 'none' }],
  ['date=2026-11-20', { kind: 'single', date: '2026-11-20' }],
  ['filterStartDate=2026-11-20', { kind: 'single', date: '2026-11-20' }],
  ['date=2026-11-20&filterStartDate=soon&filterEndDate=2026-13-01', { kind: 'single', date: '2026-11-20' }],
  [
    'filterStartDate=2026-11-20&filterEndDate=2026-11-14',
    { kind: 'range', from: '2026-11-14', to: '2026-11-20' },
  ],
])('the dates of an address that is short, wrong or turned round: %s', (search, dates) => {
  expect(read(search).dates).toEqual(dates)
})

test('asking for all days forgets the picked dates too', () => {
  expect(change(`${ARRIVAL}&lang=de`, { dates: { kind: 'none' } })).toBe('lang=de')
})

test('a change of what is listed leads back to the first page, a change of the page does not touch the rest', () => {
  expect(change('page=4&size=50', { launchStatus: 'established' })).toBe('size=50&launchStatus=established')
  expect(change('page=4&size=50', { sort: { by: 'name', direction: 'ASC' } })).toBe(
    'size=50&sortBy=name&sortDirection=ASC',
  )
  expect(change('size=50&sortBy=name&sortDirection=ASC', { page: 2 })).toBe(
    'size=50&sortBy=name&sortDirection=ASC&page=2',
  )
})

test('what is the default is not written down', () => {
  expect(
    change('page=1&size=50&launchStatus=established&sortBy=name&sortDirection=ASC', {
      page: 0,
      size: 20,
      launchStatus: 'new',
      sort: { by: 'foundAt', direction: 'DESC' },
    }),
  ).toBe('')
})

test('an address cannot ask for what the call would refuse', () => {
  const address = read('page=-1&size=5000&sortBy=password&sortDirection=sideways&launchStatus=all')
  expect(listQueryOf(address)).toMatchObject({
    page: '0',
    size: '20',
    sortBy: 'foundAt',
    sortDirection: 'DESC',
    launchStatus: 'new',
  })
})

import { expect, test } from 'vitest'
import { isDay } from '#contracts/dates.ts'
import { unreadableDates, withoutUnreadable } from './unreadable-dates.tsx'

const at = (search: string) => new URLSearchParams(search)

test.each([
  ['', []],
  ['date=2026-11-20', []],
  ['date=', []],
  ['mode=single&date=2026-13-45', ['2026-13-45']],
  [
    'date=yesterday&filterStartDate=yesterday&filterEndDate=20.11.2026',
    ['yesterday', '20.11.2026'],
  ],
  [`startDate=${'x'.repeat(500)}`, ['x'.repeat(40)]],
])('the address “%s” contains the unreadable dates %j', (search, texts) => {
  expect(unreadableDates(at(search))).toEqual(texts)
})

test('unreadable dates are removed from the address, and the rest stays', () => {
  expect(String(withoutUnreadable(at('mode=single&date=2026-13-45&country=DE')))).toBe('country=DE')
  expect(
    String(withoutUnreadable(at('mode=range&startDate=2026-11-01&endDate=soon&lang=de'))),
  ).toBe('mode=range&startDate=2026-11-01&lang=de')
})

test('a page without future days counts them as unreadable', () => {
  const isShown = (text: string) => isDay(text) && text <= '2026-11-20'
  expect(unreadableDates(at('date=2026-11-21'), isShown)).toEqual(['2026-11-21'])
  expect(String(withoutUnreadable(at('date=2026-11-21'), isShown))).toBe('')
})

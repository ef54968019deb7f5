import { expect, test } from 'vitest'
import type { ListingEvent } from '#contracts/catalog/product-clusters.ts'
import { priceStepsOf } from './listing-events.tsx'

const event = (
  day: string,
  before: string | null,
  after: string | null,
  currency = 'EUR',
): ListingEvent => ({
  kind: before === null ? 'sold_out' : 'price_up',
  at: `2026-11-${day}T10:00:00.000Z`,
  before,
  after,
  currency,
})

test('a price holds until the next change, and the last one until today', () => {
  const steps = priceStepsOf(
    [event('07', '12.00', '9.50'), event('06', null, null), event('04', '10.00', '12.00')],
    '2026-11-08',
  )
  expect(steps?.currency).toBe('EUR')
  expect(steps?.days.map(({ day, price }) => `${day.slice(8)} ${price}`)).toEqual([
    '03 10',
    '04 12',
    '05 12',
    '06 12',
    '07 9.5',
    '08 9.5',
  ])
})

test('of two changes on one day the later one counts', () => {
  const events = [event('04', '12.00', '15.00'), event('04', '10.00', '12.00')]
  expect(priceStepsOf(events, '2026-11-04')?.days).toEqual([
    { day: '2026-11-03', price: 10 },
    { day: '2026-11-04', price: 15 },
  ])
})

test('changes in a former currency are left out', () => {
  const events = [event('06', '12.00', '15.00'), event('04', '1000', '1200', 'JPY')]
  expect(priceStepsOf(events, '2026-11-06')?.days.map(({ price }) => price)).toEqual([12, 15])
})

test.each([
  ['no event', []],
  ['changes of the stock only', [event('06', null, null)]],
])('%s: no line', (_what, events) => {
  expect(priceStepsOf(events, '2026-11-06')).toBeNull()
})

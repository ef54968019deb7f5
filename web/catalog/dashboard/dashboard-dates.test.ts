import { expect, test } from 'vitest'
import { readDates, withDates } from './dashboard-page.tsx'

const TODAY = '2026-11-20'

// Only the calls limit the length of a range.
test.each(['2026-11-14', '2020-01-01'])(
  'dates from %s on are written to the address and read back, beside other parameters',
  (from) => {
    const range = { kind: 'range', from, to: TODAY } as const
    const params = withDates(new URLSearchParams('lang=de&date=2026-11-01'), range)
    expect(params.toString()).toBe(`lang=de&startDate=${from}&endDate=${TODAY}`)
    expect(readDates(params, TODAY)).toEqual(range)
    expect(withDates(params, { kind: 'none' }).toString()).toBe('lang=de')
  },
)

test.each([
  '',
  'date=yesterday',
  'date=2026-11-21',
  'startDate=2026-11-01',
  'startDate=2026-11-19&endDate=2026-11-21',
])('an address without selectable days selects nothing: %s', (search) => {
  expect(readDates(new URLSearchParams(search), TODAY)).toEqual({ kind: 'none' })
})

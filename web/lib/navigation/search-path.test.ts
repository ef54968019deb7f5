import { expect, test } from 'vitest'
import { searchPath } from './search-path.ts'

const TODAY = '2026-11-20'

test(
  'a search for one day or a range has exactly the parameters of the specification',
  {
    tags: [
      'app.search-to-list',
      'app.search-single',
      'app.search-single-format',
      'app.search-range',
      'app.search-handler',
    ],
  },
  () => {
    expect(searchPath({ kind: 'single', date: TODAY })).toBe(
      '/list?mode=single&date=2026-11-20&filterStartDate=2026-11-20&filterEndDate=2026-11-20',
    )
    expect(searchPath({ kind: 'range', from: '2026-11-14', to: TODAY })).toBe(
      '/list?mode=range&startDate=2026-11-14&endDate=2026-11-20&filterStartDate=2026-11-14&filterEndDate=2026-11-20',
    )
  },
)

test('leads and products for the same dates open other tabs of the list', () => {
  expect(searchPath({ kind: 'single', date: TODAY }, 'leads')).toBe(
    '/list?view=leads&mode=single&date=2026-11-20&filterStartDate=2026-11-20&filterEndDate=2026-11-20',
  )
  expect(searchPath({ kind: 'none' }, 'products')).toBe('/list?view=products')
})

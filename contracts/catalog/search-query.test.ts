import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterKeys, storeFilters } from './store-filters.ts'
import { readSearchQuery, searchQueryOf, writeSearchQuery } from './search-query.ts'

const rewritten = (text: string) => {
  const reading = readSearchQuery(text)
  return reading.kind === 'query' ? writeSearchQuery(reading.query) : `refused: ${reading.field}`
}

test.each([
  ['', ''],
  ['launchStatus=new', ''],
  ['launchStatus=established&country=DE', 'launchStatus=established&country=DE'],
  ['category=fashion&country=DE,-US,unknown', 'country=DE%2C-US%2Cunknown&category=fashion'],
  ['country=DE,DE&q=+lamp+', 'q=lamp&country=DE'],
  ['country=&q=', ''],
  ['date=2026-03-09&country=DE', 'country=DE'],
  ['dateRangeFrom=2026-03-01&dateRangeTo=2026-03-09', ''],
  ['isNew=yes&email=yes', 'email=yes'],
  ['saved=no', 'saved=no'],
  ['score=60..&profile=alive.100', 'score=60..'],
  ['colour=red', 'refused: colour'],
  ['country=DE&country=FR', 'refused: country'],
  ['category=weapons', 'refused: category'],
  ['products=9..1', 'refused: products'],
  ['date=yesterday', 'refused: date'],
  ['launchStatus=old', 'refused: launchStatus'],
  ['page=2', 'refused: page'],
])('%s is kept as %s', (text, kept) => {
  expect(rewritten(text)).toBe(kept)
})

test('list parameters that are not filters or cannot be read are dropped', () => {
  const address =
    'view=leads&country=DE&sortBy=name&page=3&date=2026-03-09&filterStartDate=2026-03-09&products=x&isNew=yes&search=1'
  expect(searchQueryOf(new URLSearchParams(address))).toBe('country=DE')
})

const value = fc.constantFrom(
  'DE',
  '-US',
  'yes',
  'no',
  '10..49',
  'unknown',
  'any',
  'fashion',
  '2026-03-09',
  'x,y',
  '',
)
const asked = fc.dictionary(fc.constantFrom(...filterKeys), value)

test('the query saved from any address is valid and stays the same when it is saved again', () => {
  fc.assert(
    fc.property(asked, (query) => {
      const kept = searchQueryOf(new URLSearchParams(query))
      expect(rewritten(kept)).toBe(kept)
      expect(searchQueryOf(new URLSearchParams(kept))).toBe(kept)
    }),
  )
})

test('every filter that a user can set is kept', () => {
  const sample = { options: 'x', yesNo: 'yes', range: '1..2', days: '2026-03-09', text: 'lamp' }
  const lost = filterKeys.filter((key) => {
    const filter = storeFilters[key]
    const chosen = 'values' in filter ? filter.values[0] : sample[filter.kind]
    return rewritten(new URLSearchParams({ [key]: chosen ?? '' }).toString()) === ''
  })
  expect(lost).toEqual(['isNew'])
})

import { expect, test } from 'vitest'
import type { FilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { suggestName } from './save-search.tsx'

const words: FilterLabels = {
  colon: ': ',
  name: (key) => key.toUpperCase(),
  value: (_key, value) => value,
  parts: (_key, { include, exclude, unknown }) => [
    ...include,
    ...exclude.map((value) => `not ${value}`),
    ...(unknown ? ['unknown'] : []),
  ],
}

test.each([
  ['', ''],
  ['launchStatus=all', ''],
  ['country=DE,FR&category=fashion', 'DE, FR, fashion'],
  ['country=-DE', 'COUNTRY: not DE'],
  ['country=DE,unknown', 'COUNTRY: DE, unknown'],
  ['email=yes&products=10..49', 'PRODUCTS: 10..49, EMAIL: yes'],
  ['apps=any&pixels=Meta', 'APPS: any, Meta'],
  [`q=${'lamp '.repeat(30)}`, `${'lamp '.repeat(16).slice(0, 79)}…`],
  [`country=DE&theme=${'x'.repeat(80)}`, 'DE'],
  ['colour=red', ''],
])('the search %s gets the suggested name %j', (query, name) => {
  expect(suggestName(query, words)).toBe(name)
})

test.each([
  [{ view: 'stores', query: 'country=DE', newMatches: 0 }, '/list?country=DE&search=1'],
  [{ view: 'leads', query: '', newMatches: 2 }, '/list?view=leads&sortBy=visibleAt&search=1'],
  [{ view: 'products', query: '', newMatches: 2 }, '/list?view=products&search=1'],
  [
    { view: 'leads', query: '', newMatches: 0, profile: 'alive.100' },
    '/list?view=leads&profile=alive.100&search=1',
  ],
] as const)('the saved search %j opens %s', (search, path) => {
  expect(savedSearchPath({ id: '1', profile: null, ...search })).toBe(path)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterKeys, type FilterRule, storeFilters } from '#contracts/catalog/store-filters.ts'
import { listStores } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'
import {
  DEFAULT_SORT,
  entriesOf,
  isAboutScore,
  listQueryOf,
  productListQueryOf,
  readAddress,
  savedSearchOf,
  withChange,
} from './list-address.ts'

const read = (search: string) => readAddress(new URLSearchParams(search))
const change = (search: string, to: Parameters<typeof withChange>[1]) =>
  withChange(new URLSearchParams(search), to).toString()
const choice = (include: string[], exclude: string[] = [], unknown = false) => ({
  include,
  exclude,
  unknown,
})

const ARRIVAL =
  'mode=range&startDate=2026-11-14&endDate=2026-11-20&filterStartDate=2026-11-14&filterEndDate=2026-11-20'

test('on arrival the filter equals the picked dates', { tags: ['list.query'] }, () => {
  const { picked, dates } = read(ARRIVAL)
  expect(picked).toEqual({ kind: 'range', from: '2026-11-14', to: '2026-11-20' })
  expect(dates).toEqual(picked)
})

test('the filter decides what is requested, and the picked dates stay unchanged', () => {
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
  [
    'date=2026-11-20&filterStartDate=soon&filterEndDate=2026-13-01',
    { kind: 'single', date: '2026-11-20' },
  ],
  [
    'filterStartDate=2026-11-20&filterEndDate=2026-11-14',
    { kind: 'range', from: '2026-11-14', to: '2026-11-20' },
  ],
])('dates are read from an incomplete, invalid or reversed address: %s', (search, dates) => {
  expect(read(search).dates).toEqual(dates)
})

test('choosing all days also clears the picked dates', () => {
  expect(change(`${ARRIVAL}&lang=de`, { dates: { kind: 'none' } })).toBe('lang=de')
})

test('a change of the list returns to the first page; a change of page leaves the rest alone', () => {
  expect(change('page=4&size=50', { launchStatus: 'established' })).toBe(
    'size=50&launchStatus=established',
  )
  expect(change('page=4&country=DE', { filters: { category: choice(['pets']) } })).toBe(
    'country=DE&category=pets',
  )
  expect(change('size=50&sortBy=name&sortDirection=ASC', { page: 2 })).toBe(
    'size=50&sortBy=name&sortDirection=ASC&page=3',
  )
})

test('defaults are not written to the address', () => {
  expect(
    change('page=1&size=50&launchStatus=established&view=leads&country=DE', {
      page: 0,
      size: 20,
      launchStatus: 'new',
      view: 'stores',
      filters: { country: choice([]) },
    }),
  ).toBe('')
})

test('a chosen order is written even if it is the usual one, as the reader may have another default', () => {
  expect(change('sortBy=name&sortDirection=ASC', { sort: DEFAULT_SORT })).toBe(
    'sortBy=foundAt&sortDirection=DESC',
  )
})

test('a filter is one parameter with included, excluded and unknown values', () => {
  const search = change('', { filters: { country: choice(['DE', 'FR'], ['US'], true) } })
  expect(decodeURIComponent(search)).toBe('country=DE,FR,-US,unknown')
  expect(read(search).filters).toEqual({ country: choice(['DE', 'FR'], ['US'], true) })
  expect(listQueryOf(read(search)).country).toBe('DE,FR,-US,unknown')
})

test('the filter chosen last comes last, and all can be cleared at once', () => {
  const search = change('theme=dawn&lang=de', { filters: { country: choice(['DE']) } })
  expect(entriesOf(read(search).filters).map(([key]) => key)).toEqual(['theme', 'country'])
  expect(change(search, { clear: true })).toBe('lang=de')
})

test.each([
  ['category=pets,nonsense,-shoes', { category: choice(['pets'], ['shoes']) }],
  ['category=nonsense', {}],
  ['products=10..49,9..1,x', { products: choice(['10..49']) }],
  ['email=maybe&phone=yes', { phone: choice(['yes']) }],
  ['launched=2026-11-01..2026-13-01', {}],
  ['q=%20%20&country=&nothing=1', {}],
  ['country=-unknown,unknown', { country: choice([], [], true) }],
])('a broken filter keeps its valid part, without an error: %s', (search, filters) => {
  expect(read(search).filters).toEqual(filters)
})

test('leads leave out who was contacted, unless the address says otherwise; a saved search does not', () => {
  expect(listQueryOf(read('view=leads')).contacted).toBe('-yes')
  expect(listQueryOf(read('view=leads&contacted=yes,no')).contacted).toBe('yes,no')
  expect(listQueryOf(read('')).contacted).toBeUndefined()
  const params = new URLSearchParams('view=leads')
  expect(savedSearchOf(readAddress(params), params)).toEqual({ view: 'leads', query: '' })
})

test('leads are always the stores with an address, whatever the address filter says', () => {
  expect(listQueryOf(read('view=leads&email=no&country=DE'))).toMatchObject({
    email: 'yes',
    country: 'DE',
  })
  expect(listQueryOf(read('email=no')).email).toBe('no')
})

test.each([
  ['view=products', { scope: 'trending', sortBy: 'score', launchStatus: 'all' }],
  [
    'view=products&launchStatus=new&title=lamp&badge=proven,nonsense',
    { title: 'lamp', badge: 'proven' },
  ],
  ['view=products&sortBy=name', { sortBy: 'score' }],
])('products have their own order, title and badges: %s', (search, query) => {
  expect(productListQueryOf(read(search))).toMatchObject(query)
})

test('a request for all products drops the parameters that only trending ones support', () => {
  expect(
    productListQueryOf(read('view=products&scope=all&title=lamp&badge=proven&sortBy=stores')),
  ).toEqual({
    scope: 'all',
    sortBy: 'foundAt',
    title: 'lamp',
    launchStatus: 'new',
    page: '0',
    size: '20',
  })
})

test('all products have their own parameters for search, filters and order', () => {
  const search =
    'view=products&scope=all&listingPrice=20..50&seenWithin=7&reduced=yes&sortBy=cheapest'
  const choices = { listingPrice: '20..50', seenWithin: '7', reduced: 'yes', sortBy: 'cheapest' }
  expect(productListQueryOf(read(search))).toMatchObject(choices)
  const trending = productListQueryOf(read(search.replace('scope=all&', '')))
  for (const name of Object.keys(choices).slice(0, 3)) expect(trending).not.toHaveProperty(name)
  expect(productListQueryOf(read(`${search}&listingPrice=1..2`))).toMatchObject(choices)
  expect(change(search, { products: { listing: { reduced: '', seenWithin: '' } } })).toBe(
    'view=products&scope=all&listingPrice=20..50&sortBy=cheapest',
  )
  expect(change(search, { products: { scope: 'trending' } })).toBe('view=products')
  expect(change(search, { view: 'leads' })).toBe('view=leads')
})

test('switching to products drops the order of the stores, while dates and filters stay', () => {
  expect(change(`country=DE&sortBy=price&sortDirection=ASC&page=3`, { view: 'products' })).toBe(
    'country=DE&view=products',
  )
  expect(change('country=DE&view=products&scope=all&title=lamp', { view: 'leads' })).toBe(
    'country=DE&view=leads',
  )
})

/** Meaningful parts, mixed with arbitrary text. */
const part = fc.oneof(
  fc.constantFrom(
    'unknown',
    '-unknown',
    'any',
    'none',
    'yes',
    '-no',
    '10..49',
    '..',
    'DE',
    'pets',
    '2026-11-20',
  ),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('x'.repeat(700), Array.from({ length: 60 }, (_, at) => `v${at}`).join(',')),
)
const name = fc.constantFrom(
  ...filterKeys,
  'view',
  'launchStatus',
  'page',
  'size',
  'sortBy',
  'sortDirection',
  'scope',
  'badge',
  'title',
  'listingPrice',
  'seenWithin',
  'reduced',
  'date',
)

test('the calls accept the query of any address, and it means the same when written back', () => {
  const address = fc.array(
    fc.tuple(
      name,
      fc.array(part, { maxLength: 4 }).map((parts) => parts.join(',')),
    ),
  )
  fc.assert(
    fc.property(address, (pairs) => {
      const params = new URLSearchParams(pairs)
      const first = readAddress(params)
      expect(listStores.query?.safeParse(listQueryOf(first)).success).toBe(true)
      expect(listTrendingProducts.query?.safeParse(productListQueryOf(first)).success).toBe(true)
      const again = readAddress(withChange(params, { filters: first.filters }))
      expect(again.filters).toEqual(first.filters)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['', 'prelaunch', 'all', ''],
  ['view=prelaunch', 'stores', 'new', ''],
  ['view=prelaunch&launchStatus=new', 'stores', 'new', 'launchStatus=new'],
  [
    'launchStatus=established',
    'prelaunch',
    'established',
    'launchStatus=established&view=prelaunch',
  ],
  ['launchStatus=new', 'prelaunch', 'all', 'view=prelaunch'],
  ['view=prelaunch&launchStatus=all', 'leads', 'new', 'view=leads'],
] as const)('the scope of “%s” in the view %s is %s', (search, view, scope, written) => {
  const params = new URLSearchParams(search)
  const next = withChange(params, { view })
  expect(readAddress(next).launchStatus).toBe(scope)
  if (written !== '') expect(next.toString()).toBe(written)
})

test('every filter of the table can be requested', () => {
  const sample = (rule: FilterRule): string => {
    if (rule.kind === 'options') return rule.values?.[0] ?? 'x'
    if (rule.kind === 'yesNo') return 'yes'
    if (rule.kind === 'range') return '1..'
    return rule.kind === 'days' ? '2026-11-20..' : 'lamp'
  }
  for (const key of filterKeys) {
    const asked = sample(storeFilters[key])
    expect(listQueryOf(read(new URLSearchParams({ [key]: asked }).toString()))[key]).toBe(asked)
  }
})

test('stores are scored by the profile of the address, if it is valid', () => {
  expect(listQueryOf(read('profile=alive.100&sortBy=score'))).toMatchObject({
    profile: 'alive.100',
    sortBy: 'score',
  })
  for (const search of ['', 'profile=', 'profile=alive.99', 'profile=luck.100'])
    expect(listQueryOf(read(search))).not.toHaveProperty('profile')
})

test('rows say their scores where the address asks for them', () => {
  const search = change('', { hasScores: true })
  expect(listQueryOf(read(search))).toMatchObject({ withScores: 'yes' })
  expect(change(search, { hasScores: false })).toBe('')
  expect(listQueryOf(read(''))).not.toHaveProperty('withScores')
})

test.each([
  ['sortBy=score', true],
  ['score=60..79', true],
  ['score=', false],
  ['sortBy=name&withScores=yes', false],
])('whether the list is about the score: %s', (search, isAbout) => {
  expect(isAboutScore(read(search))).toBe(isAbout)
})

import { expect, test } from 'vitest'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import { type Change, listChanges } from '#contracts/workspace/changes.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { ChangeKind } from '#contracts/catalog/timeline.ts'
import { apiError } from '#testing/api-error.ts'
import { evidence, exampleEvent } from '#testing/example-details.ts'
import { exampleSearch } from '#testing/example-saved.ts'
import { all, given, type GivenAnswer, renderScreen, textOf } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { groupChanges } from './change-list.tsx'
import { readFilters, readScope, withScope } from './changes-bar.tsx'
import { ChangesPage, changesKey, shownKinds } from './changes-page.tsx'

const { t } = textsOf('en')
type Page = ResponseOf<typeof listChanges>

const SEARCH = '3f0e3c8a-6a55-4d0e-9c43-0a4c0f1f7a11'
const lamp = {
  id: 7 as StoreId,
  slug: 'lamp',
  name: 'Moon Lamps',
  domain: 'lamp.example',
  country: 'DE',
  logoUrl: null,
}

const change = (values: Partial<Change>): Change => ({
  ...exampleEvent({ id: '7-s1' }),
  store: lamp,
  ...values,
})

const page: Page = listChanges.response.parse({
  changes: [
    change({ id: '7-s3', item: 'Klaviyo', at: '2026-11-20T23:59:00.000Z' }),
    change({
      id: '8-s2',
      kind: 'theme_changed',
      before: 'Dawn',
      after: 'Sense',
      at: '2026-11-20T00:00:00.000Z',
      store: { ...lamp, id: 8 as StoreId, slug: 'sun', name: 'Sun & Sons', domain: 'sun.example' },
    }),
    change({ id: '7-s1', kind: 'opened', at: '2026-11-18T08:00:00.000Z' }),
  ],
  nextCursor: null,
  contactsLimited: false,
})
const nothing: Page = { ...page, changes: [] }

const search = exampleSearch({ id: SEARCH, name: 'German lamps' })

type Options = {
  address?: string
  pages?: readonly Page[] | Error
  searches?: readonly SavedSearch[]
}

function render({ address = '/changes', pages, searches }: Options): string {
  const params = new URLSearchParams(address.split('?')[1])
  const kinds = params.has('kinds') ? (['moved'] as const) : []
  const answer =
    pages instanceof Error ? pages : pages && { pages, pageParams: pages.map(() => '') }
  const answers: GivenAnswer[] = [
    ...(answer
      ? [{ queryKey: changesKey(readScope(params), kinds, readFilters(params)), answer }]
      : []),
    ...(searches ? [given(listSavedSearches, { searches, limit: null })] : []),
  ]
  return renderScreen(<ChangesPage />, { address, answers })
}

const failed = (status: number) => apiError('internal', status)

test('changes of several stores are grouped by UTC day, each with its store', () => {
  const html = render({ pages: [page] })
  const text = textOf(html)
  for (const shown of [
    'Moon Lamps',
    'lamp.example',
    'Klaviyo',
    'Sun &amp; Sons',
    t('changes:did.opened'),
    t('changes:did.moved_theme', { before: 'Dawn', after: 'Sense' }),
  ])
    expect(text).toContain(shown)
  for (const id of [7, 8]) expect(html).toContain(`href="/store/${id}?tab=timeline"`)
  expect(all(html, /<time dateTime="(\d{4}-\d\d-\d\d)"/g)).toEqual(['2026-11-20', '2026-11-18'])
  expect(text).toContain(t('changes:end'))
  expect(text).not.toContain(t('changes:more'))
})

test('a further page is one press away, and pages of one day form one group', () => {
  const html = render({
    pages: [
      { ...page, nextCursor: 'a' },
      { ...page, nextCursor: 'b', contactsLimited: true },
    ],
  })
  expect(textOf(html)).toContain(t('changes:more'))
  expect(textOf(html)).toContain(t('store-details:timeline.limited'))
  expect(html.match(/<h2/g)).toHaveLength(2)
})

test.each<[string, Options, Parameters<typeof t>[0]]>([
  ['nothing has changed', { pages: [nothing] }, 'changes:empty.title'],
  [
    'no saved store has changed',
    { address: '/changes?saved=yes', pages: [nothing] },
    'changes:emptySaved.title',
  ],
  [
    'nothing that one follows has changed',
    { address: '/changes?followed=yes', pages: [nothing] },
    'changes:emptyFollowed.title',
  ],
  [
    'no change is of the chosen kinds',
    { address: '/changes?kinds=moved', pages: [nothing] },
    'changes:emptyFiltered',
  ],
  [
    'none of the latest changes is from these stores',
    { address: `/changes?search=${SEARCH}`, pages: [{ ...nothing, nextCursor: 'a' }] },
    'changes:noneYet',
  ],
  [
    'the search is gone',
    { address: `/changes?search=${SEARCH}`, pages: failed(404) },
    'changes:gone.text',
  ],
  [
    'the address names no search',
    { address: '/changes?search=x', pages: failed(400) },
    'changes:gone.text',
  ],
  ['the call failed', { pages: failed(500) }, 'changes:failed'],
  ['all stores are not found', { pages: failed(404) }, 'changes:failed'],
])('when %s, the page says so', (_when, options, key) => {
  expect(textOf(render(options))).toContain(t(key))
})

test('the saved stores and each saved search can be chosen and have a feed; all stores have none', () => {
  const seen = (query: string, searches = [search]) => {
    const html = render({ pages: [page], searches, address: `/changes${query}` })
    const chosen = all(html, /<option value="([^"]+)" selected="">/g)
    return { chosen, hasFeed: html.includes('lucide-rss') }
  }
  expect(textOf(render({ pages: [page], searches: [search] }))).toContain('German lamps')
  expect(seen('')).toEqual({ chosen: ['all'], hasFeed: false })
  expect(seen('?saved=yes')).toEqual({ chosen: ['saved'], hasFeed: true })
  expect(seen(`?search=${SEARCH}`)).toEqual({ chosen: [SEARCH], hasFeed: true })
  expect(seen('?followed=yes')).toEqual({ chosen: ['followed'], hasFeed: false })
  expect(seen(`?search=${SEARCH}`, [])).toEqual({ chosen: [SEARCH], hasFeed: false })
})

test('the address names the stores, and keeps the kinds', () => {
  const params = new URLSearchParams('kinds=opened&saved=yes')
  expect(readScope(params)).toBe('saved')
  const searched = withScope(params, { search: SEARCH })
  expect(String(searched)).toBe(`kinds=opened&search=${SEARCH}`)
  expect(readScope(searched)).toEqual({ search: SEARCH })
  expect(String(withScope(searched, 'all'))).toBe('kinds=opened')
  expect(String(withScope(searched, 'saved'))).toBe('kinds=opened&saved=yes')
  expect(String(withScope(params, 'followed'))).toBe('kinds=opened&followed=yes')
  expect(readScope(withScope(params, 'followed'))).toBe('followed')
})

test('a country and a theme narrow all or the saved stores, and other choices drop them', () => {
  const params = new URLSearchParams('saved=yes&country=DE&theme=Dawn')
  expect(readFilters(params)).toEqual({ country: 'DE', theme: 'Dawn' })
  expect(String(withScope(params, 'all'))).toBe('country=DE&theme=Dawn')
  const searched = withScope(params, { search: SEARCH })
  expect(String(searched)).toBe(`search=${SEARCH}`)
  expect(String(withScope(params, 'followed'))).toBe('followed=yes')
  expect(readFilters(new URLSearchParams('followed=yes&country=DE'))).toEqual({})
  expect(readFilters(new URLSearchParams(`search=${SEARCH}&country=DE`))).toEqual({})
  const html = render({ address: '/changes?country=DE', pages: [nothing] })
  expect(html).toContain('<option value="DE" selected="">Germany</option>')
  expect(textOf(html)).toContain(t('changes:emptyFiltered'))
})

test('a store stands once a day with all its changes, the latest first', () => {
  const other = { ...lamp, id: 8 as StoreId }
  const days = groupChanges([
    change({ id: 'a', at: '2026-11-20T12:00:00.000Z' }),
    change({ id: 'b', at: '2026-11-20T11:00:00.000Z', store: other }),
    change({ id: 'c', at: '2026-11-20T10:00:00.000Z' }),
    change({ id: 'd', at: '2026-11-19T10:00:00.000Z' }),
  ])
  expect(
    days.map(({ day, stores }) => [day, stores.map((own) => own.map(({ id }) => id))]),
  ).toEqual([
    ['2026-11-20', [['a', 'c'], ['b']]],
    ['2026-11-19', [['d']]],
  ])
})

test('certainty is said only of what was not observed, and the rest stands with its evidence', () => {
  const shown = (values: Partial<Change>) =>
    textOf(render({ pages: [{ ...page, changes: [change({ item: 'Loox', ...values })] }] }))
  const label = t('store-details:evidence.labels.inferred')
  const title = t('store-details:evidence.title', { fact: t('list:changes.app_added') })
  expect(shown({})).toContain(title)
  expect(shown({})).not.toContain(t('store-details:evidence.labels.observed'))
  expect(shown({ evidence: { ...evidence, label: 'inferred' } })).toContain(label)
  expect(shown({ strength: 'weak' })).toContain(t('store-details:timeline.weak'))
})

test('a change says what its words leave out: item, values, the first product', () => {
  const shown = (values: Partial<Change>) =>
    textOf(render({ pages: [{ ...page, changes: [change(values)] }] })).replaceAll(/[|\s]+/g, ' ')
  const products = {
    total: 7,
    named: [{ id: '1-77', title: 'Lamp', before: '20.00', after: '15.00', currency: 'EUR' }],
  }
  expect(shown({ kind: 'contact_added', item: 'a@b.example' })).toContain(
    'added a contact a@b.example',
  )
  expect(shown({ kind: 'currency_changed', before: 'EUR', after: 'USD' })).toContain(
    'changed its currency from Euro (EUR) to US Dollar (USD)',
  )
  expect(shown({ kind: 'price_down', products })).toContain(
    'cut 7 prices, up to −25% Lamp from €20.00 to €15.00 and 6 more',
  )
})

test('stores that were found are no change among all stores, unless they are asked for', () => {
  expect(shownKinds('all', [])).toEqual(ChangeKind.options.filter((kind) => kind !== 'found'))
  expect(shownKinds('all', ['found'])).toEqual(['found'])
  expect(shownKinds('saved', [])).toEqual([])
  expect(shownKinds({ search: SEARCH }, [])).toEqual([])
})

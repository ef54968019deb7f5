import { expect, test } from 'vitest'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { type CatchUp, getCatchUp } from '#contracts/operations/freshness.ts'
import { getToday, type Today } from '#contracts/catalog/today.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import { getBrief } from '#contracts/workspace/brief.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { exampleEvent } from '#testing/example-details.ts'
import { exampleSummary } from '#testing/example-summary.ts'
import { exampleSearch, exampleSearches } from '#testing/example-saved.ts'
import { given, hrefs, plain, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { filtersOf } from './first-run.tsx'
import { firstRun } from './late-parts.tsx'
import { mostChanged } from '#web/catalog/changes/change-sentence.ts'
import { groupByStore } from './today-changes.tsx'

const { t } = textsOf('en')
const DAY = '2026-11-20'

const store = (id: number, foundAt: string) =>
  exampleSummary({ id: id as StoreId, slug: `shop-${id}`, name: `Shop ${id}`, foundAt })

const change = (id: number, values: Partial<Change>): Change => ({
  ...exampleEvent({ id: `${id}-${values.kind}-${values.item}`, kind: 'opened' }),
  store: {
    id: id as StoreId,
    slug: `shop-${id}`,
    name: `Shop ${id}`,
    domain: `shop-${id}.example`,
    country: null,
    logoUrl: null,
  },
  ...values,
})

const cuts = (total: number, prices: [string, string][]): Partial<Change> => ({
  kind: 'price_down',
  products: {
    total,
    named: prices.map(([before, after]) => ({
      id: '1-1',
      title: 'Lamp',
      before,
      after,
      currency: 'EUR',
    })),
  },
})

const today: Today = {
  since: '2026-11-19T08:30:00.000Z',
  newStores: 80,
  newLeads: 1,
  isFirstRun: false,
  day: DAY,
  at: `${DAY}T18:18:00.000Z`,
  figures: {
    stores: [...Array(12).fill(null), 36, 44],
    leads: [...Array(6).fill(30), 30, 30, 30, 30, 30, 30, 32, 32],
    rising: [...Array(12).fill(60), 54, 53],
    opened: [...Array(13).fill(null), 7],
  },
  rising: [
    {
      id: 12 as ClusterId,
      title: 'Cat Ball',
      titleLanguage: 'en',
      imageUrl: null,
      listingStores: 729,
      newStores: 208,
      score: 61,
      badge: 'heating',
      price: {
        min: '9.00',
        median: '19.81',
        max: '40.00',
        currency: 'USD',
        isConverted: false,
        stores: 700,
      },
    },
  ],
  newest: [store(1, `${DAY}T18:15:00.000Z`), store(2, '2026-11-19T23:00:00.000Z')],
  changes: [change(1, {})],
}

const search = exampleSearch({
  name: 'Fashion in Germany',
  view: 'leads',
  query: 'country=DE&category=fashion',
  mails: true,
  sendsMails: true,
  newMatches: 5,
  total: 1234,
})

type Given = { today?: Partial<Today>; searches?: SavedSearch[]; catchUp?: CatchUp }

function draw({ today: values = {}, searches = [], catchUp }: Given): string {
  return renderScreen(<DashboardPage />, {
    address: '/app',
    answers: [
      given(getToday, { ...today, ...values }),
      given(listSavedSearches, exampleSearches(searches)),
      // Without its script it stays out of the page, which waits only for its answer.
      given(getBrief, {}),
      ...(catchUp ? [given(getCatchUp, catchUp)] : []),
    ],
  })
}

test('each figure is compared with the same hour of other days, or says that there are no data', () => {
  const text = plain(draw({}))
  expect(text).toContain('New stores 44 +8 vs. yesterday’s 36 · 1-day average 36')
  expect(text).toContain('Merchant leads 32 same as yesterday’s 32 · 7-day average 30')
  expect(text).toContain('Rising products 53 54 all day yesterday · 7-day average 59')
  expect(text).toContain(`Opened their doors 7 ${t('today:figures.nothing')}`)
})

test('a figure without yesterday says so and keeps the mean; while catching up nothing is compared', () => {
  const figures = { ...today.figures, stores: [...Array(11).fill(null), 36, null, 44] }
  expect(plain(draw({ today: { figures } }))).toContain(
    `44 ${t('today:figures.uncovered')} · 1-day average 36`,
  )
  const catchUp = { isCatchingUp: true, share: 0.5, hostsWaiting: 9, logsBehind: 1 }
  const behind = plain(draw({ catchUp }))
  expect(behind.split(t('today:figures.catchingUp'))).toHaveLength(5)
  expect(behind).not.toContain('yesterday’s')
})

test('each figure, product, store, change and saved search leads to its own rows', () => {
  const dates = `mode=single&date=${DAY}&filterStartDate=${DAY}&filterEndDate=${DAY}`
  const links = hrefs(draw({ searches: [search] }))
  for (const to of [
    '/list?isNew=yes&sortBy=visibleAt',
    `/list?${dates}`,
    `/list?view=leads&${dates}`,
    `/list?view=products&${dates}`,
    `/list?opened=${DAY}&sortBy=visibleAt`,
    '/products/12',
    '/list/shop-1',
    '/store/1?tab=timeline',
    '/changes?saved=yes',
    '/changes',
    `/list?view=leads&country=DE&category=fashion&sortBy=visibleAt&search=${search.id}`,
  ])
    expect(links).toContain(to)
})

test('the bar says what is new since the last visit, in words that fit the numbers', () => {
  expect(plain(draw({}))).toContain('80 stores and 1 lead since your last visit')
  expect(plain(draw({ today: { newStores: 0, newLeads: 0 } }))).toContain(t('today:sinceNone'))
})

test('a product shows its price, its stores and its score; a store the time, or the day if it is not today', () => {
  const text = plain(draw({}))
  expect(text).toContain('Cat Ball $19.81 Score: 61 729 stores, 208 new')
  expect(text).toMatch(/Shop 1 .*3 min\. ago S Shop 2 .*Nov 19/)
})

test('a saved search shows how many stores are new and how many match', () => {
  expect(plain(draw({ searches: [search] }))).toContain('Fashion in Germany 5 new 1,234')
  const seen = plain(draw({ searches: [{ ...search, newMatches: 0 }] }))
  expect(seen).toContain('Fashion in Germany 1,234')
  expect(plain(draw({}))).toContain(t('today:searches.none'))
})

test('a day without anything says so in every card', () => {
  const text = plain(draw({ today: { rising: [], newest: [], changes: [] } }))
  for (const none of ['rising.none', 'newest.none', 'changed.none'] as const)
    expect(text).toContain(t(`today:${none}`))
})

test('a new member is asked three questions first; a member with a saved search is not', async () => {
  await firstRun.prepare()
  const asked = plain(draw({ today: { isFirstRun: true } }))
  for (const question of ['purpose', 'where', 'mail'] as const)
    expect(asked).toContain(t(`today:firstRun.${question}`))
  expect(asked.indexOf(t('today:firstRun.purpose'))).toBeLessThan(
    asked.indexOf(t('today:figures.stores')),
  )
  expect(plain(draw({}))).not.toContain(t('today:firstRun.purpose'))
})

test('the answers become filters of the list; no answer is no filter', () => {
  expect(filtersOf({ country: ['DE', 'AT'], category: [] })).toEqual({ country: 'DE,AT' })
  expect(filtersOf({ country: [], category: [] })).toEqual({})
})

test('changes are grouped by store, the weightiest kind first, the others counted', () => {
  const news = groupByStore([
    change(2, { kind: 'app_added', item: 'Loox', at: `${DAY}T17:00:00.000Z` }),
    change(1, { kind: 'app_added', item: 'Loox', at: `${DAY}T16:00:00.000Z` }),
    change(1, { kind: 'opened', at: `${DAY}T15:00:00.000Z` }),
    change(2, { kind: 'app_added', item: 'Vitals', at: `${DAY}T14:00:00.000Z` }),
  ])
  expect(
    news.map(({ store, kind, at, changes, others }) => [
      store.id,
      kind,
      at.slice(11, 16),
      changes.length,
      others,
    ]),
  ).toEqual([
    [2, 'app_added', '17:00', 2, []],
    [1, 'opened', '16:00', 1, ['app_added']],
  ])
})

test.each<[string, Change[], string]>([
  ['an opening', [change(1, {})], 'Shop 1 opened its doors'],
  [
    'a theme',
    [change(1, { kind: 'theme_changed', before: 'Dawn', after: 'Sense' })],
    'Shop 1 moved from Dawn to Sense',
  ],
  ['a theme not named', [change(1, { kind: 'theme_changed' })], 'Shop 1 changed its theme'],
  [
    'three apps',
    ['Loox', 'Vitals', 'Klaviyo'].map((item) => change(1, { kind: 'app_added', item })),
    'Shop 1 added Loox, Vitals +1',
  ],
  [
    'prices',
    [
      change(
        1,
        cuts(7, [
          ['10.00', '3.00'],
          ['10.00', '8.00'],
        ]),
      ),
    ],
    'Shop 1 cut 7 prices, up to −70%',
  ],
  ['a price of unknown share', [change(1, cuts(1, []))], 'Shop 1 cut 1 price '],
])('the change of a store reads as a sentence: %s', (_which, changes, sentence) => {
  expect(plain(draw({ today: { changes } }))).toContain(sentence)
})

test('the largest change of a price counts, and a price from zero has no share', () => {
  expect(
    mostChanged([
      change(
        1,
        cuts(2, [
          ['0.00', '5.00'],
          ['10.00', '9.00'],
        ]),
      ),
    ]),
  ).toBeCloseTo(-0.1)
  expect(mostChanged([])).toBe(0)
})

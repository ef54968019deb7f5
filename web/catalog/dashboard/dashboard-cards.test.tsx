import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { getToday, type Today } from '#contracts/catalog/today.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { listStoreDays, type StoreSummary } from '#contracts/catalog/stores.ts'
import texts from '#i18n/locales/en/date-picker.json' with { type: 'json' }
import { exampleSummary } from '#testing/example-summary.ts'
import { disconnect } from '#testing/render-screen.tsx'
import { createQueryClient, q } from '#web/api/query.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { HeatCalendar } from './heat-calendar.tsx'
import { type DayCount, HEAT_DAYS } from './heat-days.ts'
import { LatestFinds } from './latest-finds.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { SinceCard } from './since-card.tsx'

const TODAY = '2026-11-20'
const SINCE = '2026-11-19T08:30:00.000Z'
const i18n = createI18n('en', { en: { 'date-picker': texts } })
const noTransport = () => Promise.reject(new Error('nothing is asked while markup is drawn'))

const store = (id: number, visibleAt = '2026-11-20T06:00:00.000Z'): StoreSummary =>
  exampleSummary({
    id: id as StoreId,
    slug: `shop-${id}`,
    name: `Shop ${id}`,
    domain: `shop-${id}.example`,
    foundAt: visibleAt,
    visibleAt,
  })

type Known = {
  isOnline?: boolean
  dashboard?: Today
  days?: DayCount[]
  searches?: SavedSearch[]
}

function draw(
  node: React.ReactNode,
  { isOnline = true, dashboard, days, searches }: Known,
): string {
  const client = createQueryClient(noTransport)
  if (!isOnline) disconnect(client)
  const range = { dateRangeFrom: addDays(TODAY, 1 - HEAT_DAYS), dateRangeTo: TODAY }
  if (dashboard) client.setQueryData(q(getToday, {}).queryKey, dashboard)
  if (days) client.setQueryData(q(listStoreDays, { query: range }).queryKey, { days })
  if (searches)
    client.setQueryData(q(listSavedSearches, {}).queryKey, {
      searches,
      limit: null,
      hasInstantAlerts: false,
      hasWebhooks: false,
    })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>{node}</MemoryRouter>
      </I18nextProvider>
    </QueryClientProvider>,
  )
}

function WithDashboard({ card: Card }: { card: typeof SinceCard | typeof LatestFinds }) {
  return <Card dashboard={useQuery(q(getToday, {}))} />
}

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to?.replaceAll('&amp;', '&'))
const todayWith = (values: Partial<Today>): Today => ({
  since: SINCE,
  newStores: 0,
  newLeads: 0,
  isFirstRun: false,
  day: TODAY,
  at: `${TODAY}T12:00:00.000Z`,
  figures: { stores: [], leads: [], rising: [], opened: [] },
  rising: [],
  newest: [],
  changes: [],
  ...values,
})
const since = (known: Known) => draw(<WithDashboard card={SinceCard} />, known)
const latest = (known: Known) => draw(<WithDashboard card={LatestFinds} />, known)
const searched = (known: Known) => draw(<SavedSearches />, known)
const heat = (known: Known) => draw(<HeatCalendar today={TODAY} />, known)

test('the news since the last visit shows its time, and each figure opens the matching rows', () => {
  const html = since({ dashboard: todayWith({ newStores: 12, newLeads: 1 }) })
  expect(html).toContain('Since Nov 19, 2026, 8:30 AM UTC')
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('12 new stores1 merchant lead')
  expect(hrefs(html)).toEqual(['/list?isNew=yes', '/list?view=leads&isNew=yes'])
})

test('the card says in words when there is nothing new, without a figure to open', () => {
  const html = since({ dashboard: todayWith({}) })
  expect(html).toContain(texts.since.none)
  expect(hrefs(html)).toEqual([])
})

test('the latest finds mark the stores found since the last visit; with an empty database they say so', () => {
  const newest = [store(1), store(2), store(9, '2026-11-18T06:00:00.000Z')]
  const html = latest({ dashboard: todayWith({ newest }) })
  expect(hrefs(html)).toEqual(['/list', '/list/shop-1', '/list/shop-2', '/list/shop-9'])
  expect(html.split(`>${texts.latest.isNew}<`)).toHaveLength(3)
  expect(latest({ dashboard: todayWith({}) })).toContain(texts.latest.none)
})

const SEARCH_ID = '0b0e0000-0000-4000-8000-000000000001'
const search = (newMatches: number, view: SavedSearch['view'] = 'leads'): SavedSearch => ({
  id: SEARCH_ID,
  name: 'Fashion in Germany',
  view,
  query: 'country=DE&category=fashion',
  mails: true,
  instant: false,
  webhooks: false,
  sendsMails: true,
  mailedAt: null,
  createdAt: SINCE,
  seenAt: SINCE,
  newMatches,
  total: 1234,
})

test('a saved search shows its number of new matches and opens its list with the new ones first', () => {
  const html = searched({ searches: [search(5)] })
  expect(html.replaceAll(/<[^>]+>/g, ' ')).toMatch(/Fashion in Germany.*1,234 stores in all.*5 new/)
  expect(hrefs(html)).toEqual([
    `/list?view=leads&country=DE&category=fashion&sortBy=visibleAt&search=${SEARCH_ID}`,
  ])
})

test('a saved search without new matches opens its list as saved; without searches there is a link to the list', () => {
  expect(hrefs(searched({ searches: [search(0, 'stores')] }))).toEqual([
    `/list?country=DE&category=fashion&search=${SEARCH_ID}`,
  ])
  const none = searched({ searches: [] })
  expect(none).toContain(texts.searches.none)
  expect(hrefs(none)).toEqual(['/list'])
})

test('each day of the heat calendar names its counts and opens its stores; all days share one tab stop', () => {
  const html = heat({
    days: [
      { day: '2026-11-18', stores: 1, leads: 0 },
      { day: '2026-11-20', stores: 1200, leads: 3 },
    ],
  })
  expect(html).toContain(
    'aria-label="Friday, November 20, 2026: 1,200 new stores, 3 merchant leads"',
  )
  expect(html).toContain('aria-label="Wednesday, November 18, 2026: 1 new store"')
  expect(html).toContain('aria-label="Thursday, November 19, 2026: no new stores"')
  expect(
    [...html.matchAll(/data-heat-day="([\d-]+)" tabindex="0"/gi)].map(([, day]) => day),
  ).toEqual([TODAY])
  expect(hrefs(html)).toContain(
    '/list?mode=single&date=2026-11-18&filterStartDate=2026-11-18&filterEndDate=2026-11-18',
  )
})

test('the total of the heat calendar opens exactly the stores it counts', () => {
  const html = heat({
    days: [
      { day: '2025-11-20', stores: 5, leads: 0 },
      { day: TODAY, stores: 7, leads: 0 },
    ],
  })
  expect(html).toMatch(/12 stores, Nov 20, 2025\s–\sNov 20, 2026/)
  expect(hrefs(html)[0]).toBe(
    '/list?mode=range&startDate=2025-11-20&endDate=2026-11-20&filterStartDate=2025-11-20&filterEndDate=2026-11-20',
  )
})

test('a year without stores is drawn in full and described in words', () => {
  const html = heat({ days: [] })
  expect(html).toContain(texts.heat.none)
  expect(html.match(/data-heat-day/g)?.length).toBeGreaterThan(360)
})

test.each([
  ['since the last visit', since, texts.since.failed],
  ['the latest finds', latest, texts.latest.failed],
  ['the saved searches', searched, texts.searches.failed],
  ['the heat calendar', heat, texts.heat.failed],
])(
  '%s: shows a placeholder while loading, and an error with a retry when offline',
  (_, drawn, failure) => {
    const loading = drawn({})
    expect(loading).toContain('aria-busy="true"')
    expect(loading).not.toContain(failure)
    const offline = drawn({ isOnline: false })
    expect(offline).toContain(failure)
    expect(offline).toContain(texts.stats.retry)
  },
)

import { expect, test } from 'vitest'
import { getNiche, type Niche } from '#contracts/catalog/niche.ts'
import { addDays } from '#contracts/dates.ts'
import { apiError } from '#testing/api-error.ts'
import { all, given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { NichePage } from './niche-page.tsx'

const { t } = textsOf('en')
const period = { from: '2026-03-08', to: '2026-03-14' }
const previous = { from: '2026-03-01', to: '2026-03-07' }
const week = (from: string) =>
  Array.from({ length: 7 }, (_, at) => ({ day: addDays(from, at), stores: 1 }))
const option = (value: string, count: number, all = 9, label: string | null = null) => ({
  value,
  count,
  all,
  label,
})

const niche: Niche = {
  period,
  previous,
  days: week(period.from),
  previousDays: week(previous.from),
  total: { now: 20, before: 10, compared: { now: 20, before: 10 }, alive: 20 },
  comparedDays: { now: 7, before: 7 },
  coveredSince: '2026-02-01',
  all: 100,
  leads: 15,
  prices: { stores: 12, lower: '30.00', median: '38.00', upper: '48.00' },
  facets: [
    {
      key: 'category',
      options: [option('electronics', 33), option('home_living', 20), option('shoes', 8)],
    },
    { key: 'country', options: [option('US', 20), option('DE', 5)] },
    { key: 'theme', options: [] },
    { key: 'apps', options: [option('klaviyo', 15, 60, 'Klaviyo')] },
  ],
  newest: [],
  rising: [],
}

const show = (
  values: Partial<Niche> | Error = {},
  path = 'home_living/US',
  state: unknown = null,
) => {
  const [category = '', country = ''] = path.split('/')
  const sides = { category, ...(country !== 'all' && { country }) }
  return renderScreen(<NichePage />, {
    route: '/pulse/:category/:country',
    address: { pathname: `/pulse/${path}`, search: `?from=${period.from}&to=${period.to}`, state },
    answers: [
      given(getNiche, values instanceof Error ? values : { ...niche, ...values }, {
        query: { ...sides, ...period },
      }),
    ],
  })
}

test('a niche says its stores, growth, leads and prices, each figure with its list', () => {
  const html = show()
  expect(html).toMatch(/<h1[^>]*>Home · United States</)
  expect(html).toContain(t('pulse:niche.share', { share: '20%' }))
  expect(html).toContain('+100%')
  expect(html).toContain(t('pulse:niche.leadsShare', { share: '75%' }))
  expect(html).toContain(t('pulse:niche.between', { lower: '$30.00', upper: '$48.00' }))
  expect(html).toMatch(/href="\/list\?[^"]*category=home_living&amp;country=US"[^>]*>20</)
})

test('a growth that chance explains says so, and few stores before are counted instead', () => {
  const chance = { now: 9, before: 6 }
  expect(show({ total: { ...niche.total, compared: chance } })).toContain(t('pulse:change.chance'))
  expect(show()).not.toContain(t('pulse:change.chance'))
  const few = show({ total: { ...niche.total, compared: { now: 9, before: 3 } } })
  expect(few).toContain(t('pulse:change.from', { before: 3 }))
})

test('its neighbours are those of the list that led here', () => {
  const names = (html: string) => all(html, /aria-label="((?:Previous|Next): [^"]*)"/g)
  expect(names(show())).toEqual([
    t('components:steps.previous', { name: 'Electronics · United States' }),
    t('components:steps.next', { name: 'Shoes · United States' }),
  ])
  expect(names(show({}, 'home_living/US', { along: 'country' }))).toEqual([
    t('components:steps.next', { name: 'Home · Germany' }),
  ])
})

test("apps are compared with all new stores, and the niche's open values are links", () => {
  const text = t('pulse:niche.shares', { own: '75%', all: '60%' })
  expect(show()).toContain(`title="${text}"`)
  expect(show()).toContain('href="/pulse/home_living/US?apps=klaviyo&amp;from=')
  expect(show({}, 'home_living/all')).toContain('href="/pulse/home_living/DE?from=')
})

test('a niche without stores, and one that could not be read, say so', () => {
  const none = { now: 0, before: 0 }
  expect(show({ total: { ...none, compared: none, alive: 0 } })).toContain(t('pulse:empty.title'))
  expect(show(apiError('internal', 500))).toContain(t('errors:retry'))
})

import { expect } from '@playwright/test'
import type { Today } from '#contracts/catalog/today.ts'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import { evidence } from '#testing/example-details.ts'
import { exampleSavedStore } from '#testing/example-saved.ts'
import { type Answer, refusal } from '#e2e/account-answers.ts'
import { BUSY, LONG_NAME, noSearches, searches, survival } from '#e2e/research-examples.ts'
import { button, heading } from '#e2e/page.ts'
import { bones, type Scenario, statesOf } from './scenario.ts'

const MANY = 1_234_567
const nothing = {
  since: '2026-11-20T10:00:00.000Z',
  newStores: 0,
  newLeads: 0,
  isFirstRun: false,
  day: '2026-11-21',
  at: '2026-11-21T12:00:00.000Z',
  figures: { stores: [0], leads: [0], rising: [0], opened: [0] },
  rising: [],
  newest: [],
  changes: [],
} satisfies Today

function muchNews(): Today {
  const { store } = exampleSavedStore()
  const counts = [...Array<number>(12).fill(176_367), 123_456, MANY]
  const price = { min: '9', median: '1234567.89', max: '9', isConverted: false, stores: 9 }
  return {
    ...nothing,
    newStores: MANY,
    newLeads: 123_456,
    figures: { stores: counts, leads: counts, rising: counts, opened: counts },
    rising: Array.from({ length: 6 }, (_, at) => ({
      id: toClusterId(at + 1),
      title: LONG_NAME,
      titleLanguage: 'en',
      imageUrl: null,
      listingStores: MANY,
      newStores: 123_456,
      score: 100,
      badge: 'proven',
      price: { ...price, currency: 'TRY' },
    })),
    newest: [
      {
        ...store,
        name: LONG_NAME,
        country: 'BA',
        category: 'stationery_gifts',
        currency: 'TRY',
        price: { min: '1234', median: '2345', max: '1234567' },
        foundAt: '2026-11-20T10:00:00.000Z',
      },
      { ...store, id: toStoreId(9), foundAt: '2026-11-21T11:57:00.000Z' },
    ],
    changes: [
      {
        id: '1',
        kind: 'theme_changed',
        at: '2026-11-21T10:00:00.000Z',
        strength: 'strong',
        item: null,
        before: LONG_NAME,
        after: LONG_NAME,
        evidence,
        products: null,
        store: {
          id: store.id,
          slug: 'lamp',
          name: LONG_NAME,
          domain: 'lamp.example',
          country: null,
          logoUrl: null,
        },
      },
    ],
  }
}

const dayOf = (today: Answer, searches: Answer) => ({
  '/api/today': today,
  '/api/saved-searches': searches,
})
const dashboard = statesOf('dashboard', 'pro', [
  ['loading', '/app', dayOf('never', 'never'), bones],
  ['failed', '/app', dayOf(BUSY, BUSY), ['today:failed', 'today:searches.failed']],
  [
    'empty',
    '/app',
    dayOf({ json: nothing }, noSearches),
    ['today:rising.none', 'today:newest.none', 'today:changed.none', 'today:searches.none'],
  ],
  [
    'much that is new',
    '/app',
    dayOf({ json: muchNews() }, searches),
    ({ main }) => main.getByText(LONG_NAME).first(),
  ],
  [
    'first run',
    '/app',
    dayOf({ json: { ...nothing, isFirstRun: true } }, noSearches),
    ['today:firstRun.purpose'],
  ],
])

const SURVIVAL = '/api/survival'
const none = { json: { cohorts: [], choices: [] } }
const pulse = statesOf('survival of stores', 'pro', [
  ['failed', '/pulse', { [SURVIVAL]: BUSY }, ['pulse:survival.failed']],
  ['empty', '/pulse', { [SURVIVAL]: none }, ['pulse:survival.empty']],
  [
    'large numbers',
    '/pulse',
    { [SURVIVAL]: survival },
    ({ page, t }) => page.getByRole('table', { name: t('pulse:survival.title') }),
  ],
])

const unsubscribe: Scenario = {
  name: 'unsubscribe',
  visitor: 'anonymous',
  async play({ page, t, open, answer, look }) {
    const CALL = '/api/public/unsubscribe'
    const PATH = '/unsubscribe?token=t'
    await answer(
      CALL,
      refusal(400, 'unsubscribe_link_invalid', t('errors:unsubscribe_link_invalid')),
    )
    await open(PATH)
    await expect(heading(page)).toHaveText(t('forms:unsubscribe.invalid'))
    await look('invalid')
    await answer(CALL, { json: { kind: 'search', message: 'ok' } })
    await open(PATH)
    await expect(button(page, t('forms:unsubscribe.submit'))).toBeVisible()
    await look('asked')
    await answer(CALL, 'offline')
    await button(page, t('forms:unsubscribe.submit')).click()
    await expect(page.getByText(t('errors:network'))).toBeVisible()
    await look('no connection')
    await answer(CALL, { json: { kind: 'search', message: 'ok' } })
    await button(page, t('forms:unsubscribe.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:unsubscribe.done.title'))
    await look('done')
  },
}

export const dashboardScenarios: readonly Scenario[] = [dashboard, pulse, unsubscribe]

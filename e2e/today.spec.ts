import type { Page } from '@playwright/test'
import type { Today } from '#contracts/catalog/today.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { createMember, somebodyNew, useSession } from './accounts.ts'
import { expectStateAccessible } from './axe.ts'
import { daysAgo } from './days.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './fit.ts'
import { button } from './page.ts'

const texts = textsOf('en')
const { t } = texts

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const allCards = [
  t('today:figures.label'),
  t('today:figures.rising'),
  t('today:newest.title'),
  t('today:changed.title'),
  t('date-picker:selection.none'),
  t('today:searches.title'),
]

const NOTHING = {
  steps: [],
  matches: [],
  changes: [],
  clusters: [],
  niches: [],
  leftOut: 0,
  counts: { steps: 0, overdue: 0, matches: 0, changes: 0, niches: 0 },
}

test.describe('today at 1366 × 768', () => {
  test.use({ visitor: 'plus', viewport: { width: 1366, height: 768 } })

  test('without a brief the first screen holds every card without scrolling, and nothing on it shifts', async ({
    page,
    plus,
  }) => {
    await watchShifts(page)
    await page.addInitScript(() =>
      localStorage.setItem('brief-offers-dismissed', JSON.stringify({ isDismissed: true })),
    )
    await page.route('**/api/brief', async (route) => {
      const response = await route.fetch()
      const json = { ...(await response.json()), ...NOTHING }
      await route.fulfill({ response, json })
    })
    const { rising } = await plus.get<Today>('/api/today')
    await page.goto('/app')
    await expect(card(page, t('today:newest.title')).getByRole('listitem')).not.toHaveCount(0)
    for (const name of allCards) {
      const box = await card(page, name).boundingBox()
      expect([name, box && box.y + box.height <= 768]).toEqual([name, true])
    }
    const products = card(page, t('today:figures.rising')).getByRole('listitem')
    await expect(products).toHaveCount(rising.length)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.05)
  })

  test('nothing is selected at first; a letter chooses dates, except in a field', async ({
    page,
  }) => {
    await page.goto('/app')
    const dates = card(page, t('date-picker:selection.none'))
    await expect(button(dates, t('date-picker:search'))).toBeDisabled()
    for (const term of await dates.getByRole('definition').all()) await expect(term).toHaveText(/–/)
    await page.keyboard.press('e')
    const yesterday = daysAgo(1)
    await expect(page).toHaveURL(new RegExp(`date=${yesterday}`))
    const search = page.getByRole('link', { name: t('date-picker:search'), exact: true })
    await expect(search).toHaveAttribute('href', new RegExp(`mode=single&date=${yesterday}`))
    await page.keyboard.press('w')
    await expect(page).toHaveURL(new RegExp(`startDate=${daysAgo(6)}`))
    const address = page.url()
    await button(page, t('date-picker:typed.open')).click()
    await page.getByRole('textbox', { name: t('date-picker:typed.from') }).press('d')
    expect(page.url()).toBe(address)
  })

  test('two clicks lead to the cheapest store of a rising product', async ({ page, plus }) => {
    // While the demo catches up, today's trends come last.
    const risingNow = async () => (await plus.get<Today>('/api/today')).rising.length
    await expect.poll(risingNow, { timeout: 600_000 }).toBeGreaterThan(1)
    await page.goto('/app')
    await card(page, t('today:figures.rising')).getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/products\/\d+$/)
    const stores = page.getByRole('region', { name: t('product-detail:cluster.stores.title') })
    await stores.getByRole('row').nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/\/product\/\d+-\d+$/)
  })

  test('newer stores wait until they are asked for', async ({ page, plus }) => {
    const newest = card(page, t('today:newest.title'))
    const today = await plus.get<Today>('/api/today')
    await page.route('**/api/today', (route) =>
      route.fulfill({ json: { ...today, figures: { ...today.figures, stores: [0, 0] } } }),
    )
    await page.goto('/app')
    const first = newest.getByRole('listitem').first()
    const name = await first.getByRole('link').innerText()
    const waiting = newest.getByRole('button')
    await expect(waiting).toBeVisible()
    await expect(first.getByRole('link')).toHaveText(name)
    await page.unroute('**/api/today')
    await waiting.click()
    await expect(waiting).toBeHidden()
  })
})

test.describe('a new member', () => {
  const person = somebodyNew('Nora Neu')
  let client: Client
  test.beforeAll(async () => {
    client = await createMember(person, 'pro', texts)
  })
  test.beforeEach(({ page }) => useSession(page, client))

  test('can skip the first run, which is remembered, and calls it again to save a first search', async ({
    page,
  }) => {
    await page.goto('/app')
    const asked = card(page, t('today:firstRun.title'))
    await expect(asked).toContainText(t('today:firstRun.where'))
    await expectStateAccessible(page, 'first run')
    await button(asked, t('today:firstRun.skip')).click()
    await expect(asked).toBeHidden()
    await expect.poll(async () => (await client.get<Today>('/api/today')).isFirstRun).toBe(false)
    await page.reload()
    await expect(card(page, t('today:figures.label'))).toBeVisible()
    await expect(asked).toBeHidden()

    await button(page, t('today:firstRun.again')).click()
    await asked.getByText(t('today:firstRun.leads')).click()
    await asked.getByText(t('today:firstRun.never')).click()
    await button(
      asked.getByRole('group', { name: t('list:filter.country.name') }),
      'Germany',
    ).click()
    await button(asked, t('today:firstRun.submit')).click()
    await expect(asked).toContainText(t('today:firstRun.done', { name: 'Germany' }))
    await expect(asked.getByRole('listitem')).toHaveCount(5)
    const { searches } = await client.get<{ searches: unknown[] }>('/api/saved-searches')
    expect(searches).toMatchObject([
      { name: 'Germany', view: 'leads', query: 'country=DE', mails: false },
    ])
    await button(asked, t('today:firstRun.close')).click()
    await expect(asked).toBeHidden()
    await expect(card(page, t('today:searches.title')).getByRole('link')).toHaveText('Germany')
  })
})

import type { Page } from '@playwright/test'
import type { PublicStats } from '#contracts/site/public.ts'
import { textsOf, type Texts } from '#testing/texts.ts'
import { type Figures, datePicker } from './date-picker.ts'
import { daysAgo, today } from './days.ts'
import { expect, test } from './fixtures.ts'
import { buttonWith, heading, link, untilIdle } from './page.ts'
import { DEMO_PASSWORD, DEMO_PRO, loginScreen } from './login-screen.ts'
import { launchStore } from './world.ts'

/** The promised time from log entry to row; the rest of the limit is for the journey before it. */
const LISTED_WITHIN_MS = 60_000
test.describe.configure({ timeout: 120_000 })

for (const [language, hand] of [
  ['en', 'mouse'],
  ['de', 'keyboard'],
] as const) {
  const texts = textsOf(language)

  test(
    `a Pro finds the stores of yesterday and sees one launch, in ${language} by ${hand}`,
    {
      tag: [
        '@product.email-sign-in',
        '@header.menu-logout',
        '@header.logout-to-home',
        '@login.email-field',
        '@login.submit-button',
        '@login.success-token',
        '@login.success-pricing',
        '@browser.jwt',
        '@auth.logout-calls-server',
        '@login.states',
        '@product.new-stores',
        '@product.trending-products',
        '@product.merchant-leads',
        '@routes.list',
        '@routes.list-slug',
        '@routes.product',
        '@routes.app',
        '@product.paid-browse-stores',
        '@list.query',
        '@store.back',
        '@store.tabs',
        '@product-page.title',
        '@app.calendar',
        '@app.counters',
        '@app.action-button',
        '@app.greeting',
        '@app.search-to-list',
        '@app.search-single',
        '@app.search-single-format',
        '@app.search-range',
        '@stats.total-stores',
        '@stats.total-products',
        '@stats.stores-with-email',
        '@app.range-loads-stats',
        '@app.single-loads-stats',
        '@app.search-handler',
        '@calls.stats-reads',
      ],
    },
    async ({ page }) => {
      await test.step('sign in', () => signIn(page, texts))
      await test.step('pick yesterday', () => pickYesterday(page, texts, hand))
      await test.step('search the range of a week', () => searchLastWeek(page, texts))
      await test.step('open a store, its evidence and a product, and go back', () =>
        lookAtStore(page, texts))
      await test.step('a newly launched store appears without a reload', () =>
        watchLaunch(page, texts, `Dämmerung ${Date.now().toString(36)}`))
      await test.step('sign out', () => signOut(page, texts))
    },
  )
}

async function signIn(page: Page, texts: Texts): Promise<void> {
  const login = loginScreen(page, texts)
  await login.open()
  await login.signIn(DEMO_PRO, DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/pricing$/)
  await mainLink(page, texts, 'dashboard').click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(heading(page)).toHaveText(texts.t('date-picker:greeting', { name: 'Petra' }))
}

async function pickYesterday(page: Page, texts: Texts, hand: 'mouse' | 'keyboard'): Promise<void> {
  const picker = datePicker(page, texts)
  const yesterday = daysAgo(1)
  if (hand === 'mouse') await picker.pickByMouse(yesterday)
  else await picker.pickYesterdayByKeyboard(today(), yesterday)
  const figures = await readFigures(page, { date: yesterday })
  expect(figures.totalStores).toBeGreaterThan(0)
  await picker.expectFigures(figures)
  await picker.search.click()
  await expect(page).toHaveURL(
    new RegExp(
      `/list\\?mode=single&date=${yesterday}&filterStartDate=${yesterday}&filterEndDate=${yesterday}$`,
    ),
  )
  await expectTotal(page, texts, { date: yesterday }, figures.totalStores)
}

async function searchLastWeek(page: Page, texts: Texts): Promise<void> {
  const picker = datePicker(page, texts)
  const [from, to] = [daysAgo(6), today()]
  await mainLink(page, texts, 'dashboard').click()
  await picker.preset('last7').click()
  const figures = await readFigures(page, { dateRangeFrom: from, dateRangeTo: to })
  await picker.expectFigures(figures)
  await picker.search.click()
  await expect(page).toHaveURL(
    new RegExp(
      `/list\\?mode=range&startDate=${from}&endDate=${to}&filterStartDate=${from}&filterEndDate=${to}$`,
    ),
  )
  await expectTotal(page, texts, { dateRangeFrom: from, dateRangeTo: to }, figures.totalStores)
}

async function lookAtStore(page: Page, { t }: Texts): Promise<void> {
  await buttonWith(page, t('list:display.title')).click()
  await page
    .getByRole('combobox', { name: t('list:sort.label') })
    .selectOption({ label: t('list:sort.mostProducts') })
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/sortBy=productCount/)
  // Until the answer arrives, the rows stay in the old order, marked as busy.
  await expect(page.locator('[aria-sort=descending]')).toHaveText(t('list:columns.products'))
  await untilIdle(page)
  const list = page.url()
  const row = storeRows(page, t).first()
  const name = await row.innerText()
  await row.click()
  const look = page.getByRole('complementary', { name: t('list:quickLook.label') })
  await expect(look.getByRole('heading', { level: 2 }).first()).toHaveText(name)
  await link(look, t('list:quickLook.open')).click()
  await expect(page).toHaveURL(/\/list\/[^/?]+$/)
  await expect(heading(page)).toHaveText(name)

  const fact = t('store-details:facts.shop')
  await buttonWith(page, t('store-details:evidence.title', { fact })).click()
  const proof = page.getByRole('dialog')
  await expect(proof).toContainText(t('store-details:evidence.source'))
  await expect(proof.getByRole('link')).toHaveAttribute('href', /^https:\/\//)
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()

  await page.getByRole('tab', { name: t('store-details:tabs.products') }).click()
  await expect(page).toHaveURL(/tab=products/)
  const products = page.getByRole('tabpanel', { name: t('store-details:tabs.products') })
  const product = products.getByRole('listitem').first().getByRole('link')
  const title = await product.innerText()
  await product.click()
  await expect(page).toHaveURL(/\/product\/[^/]+$/)
  await expect(heading(page)).toHaveText(title)

  await page.goBack()
  await expect(page.getByRole('tab', { name: t('store-details:tabs.products') })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await link(page, t('store-details:back')).click()
  await buttonWith(look, t('list:quickLook.close')).click()
  await expect(page).toHaveURL(list)
  // The order is by products, and other catalogues are read meanwhile: it need not be the first row
  // any more.
  await expect(storeRows(page, t).filter({ hasText: name }).first()).toBeVisible()
}

async function watchLaunch(page: Page, { language, t }: Texts, name: string): Promise<void> {
  await page.goto(`/list?lang=${language}&mode=single&date=${today()}`)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/\d/)
  await markDocument(page)
  await launchStore(name)
  // It waits until the reader lets it in: no row moves by itself. Another journey may launch one, too.
  const held = [1, 2].map((count) => t('list:held.text', { count, total: String.raw`\d+` }))
  const waiting = buttonWith(page.getByRole('main'), new RegExp(`^(?:${held.join('|')})$`))
  const launched = page.getByRole('link', { name, exact: true })
  // Another store may be let in first.
  await expect(async () => {
    await expect(waiting.or(launched).first()).toBeVisible()
    if (await waiting.isVisible()) await waiting.click()
    await expect(launched).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: LISTED_WITHIN_MS })
  await expect(page.getByRole('img', { name: t('list:justFound') }).first()).toBeVisible()
  expect(await isMarked(page), 'the same document, not a reload').toBe(true)
}

async function signOut(page: Page, { t }: Texts): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('jwt'))
  await buttonWith(page, t('navigation:accountMenu')).click()
  await page.getByRole('menuitem', { name: t('navigation:logout') }).click()
  await expect(link(page.getByRole('banner'), t('navigation:login'))).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('jwt'))).toBeNull()
  const answer = await page.request.get('/api/auth/me', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status(), 'the token is worth nothing any more').toBe(401)
}

const mainLink = (page: Page, { t }: Texts, name: 'dashboard') =>
  link(page.getByRole('navigation', { name: t('navigation:main') }), t(`navigation:${name}`))

const storeRows = (page: Page, t: Texts['t']) =>
  page.getByRole('table', { name: t('list:caption') }).locator('[data-row-link]')

/**
 * Stores may be found between the counters and the list: on a busy machine the demo is still
 * catching up.
 */
async function expectTotal(
  page: Page,
  { t, number }: Texts,
  dates: Record<string, string>,
  least: number,
): Promise<void> {
  const isShown = async () => {
    const shown = await page.getByRole('status').allTextContents()
    const { totalStores: most } = await readFigures(page, dates)
    const counts = Array.from({ length: most - least + 1 }, (_, more) => least + more)
    return counts.some((count) => shown.includes(t('list:total', { count, total: number(count) })))
  }
  await expect.poll(isShown, { timeout: 30_000 }).toBe(true)
}

async function readFigures(page: Page, dates: Record<string, string>): Promise<Figures> {
  const answer = await page.request.get('/api/public/stats', { params: dates })
  const { totalStores, totalProducts, storesWithEmail } = (await answer.json()) as PublicStats
  return { totalStores, totalProducts, storesWithEmail }
}

const markDocument = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.setAttribute('data-marked', '')
  })
const isMarked = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-marked'))

import type { PublicStats } from '#contracts/site/public.ts'
import { textsOf } from '#testing/texts.ts'
import { datePicker } from './date-picker.ts'
import { daysAgo } from './days.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { hold, link } from './page.ts'

const texts = textsOf('en')
const { t } = texts

test(
  'by keyboard a visitor sees a sample, then yesterday’s real figures, and takes that day along',
  {
    tag: [
      '@product.pick-date-counts',
      '@product.pick-range-counts',
      '@preview.final-register',
      '@pending.key-mode',
      '@pending.selection-single',
      '@preview.second-click-stores',
      '@preview.second-click-register',
    ],
  },
  async ({ page }) => {
    await page.goto('/')
    const keys = keyboard(page)
    const picker = datePicker(page, texts)
    const button = (name: string) =>
      page.getByRole('main').getByRole('button', { name, exact: true })

    await keys.press(button(t('date-picker:landing.sampleDays', { month: 'June 2025' })))
    await keys.press(button(t('date-picker:getPreview')))
    await picker.expectFigures({ totalStores: 1984, totalProducts: 312, storesWithEmail: 1207 })
    await expect(
      page.getByText(t('date-picker:landing.shownSample', { day: 'Jun 1, 2025' })),
    ).toBeVisible()

    await keys.press(button(t('date-picker:presets.yesterday')))
    await picker.expectFigures({ totalStores: 0, totalProducts: 0, storesWithEmail: 0 })
    await keys.press(button(t('date-picker:getPreview')))
    const answer = await page.request.get('/api/public/stats', { params: { date: daysAgo(1) } })
    const counted = (await answer.json()) as PublicStats
    expect(counted.totalStores).toBeGreaterThan(0)
    await picker.expectFigures(counted)

    // It is the same button throughout, so it keeps the focus.
    await expect(button(t('date-picker:landing.getStarted'))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/register$/)
    const kept = await page.evaluate(() => sessionStorage.getItem('pendingDateSelection'))
    expect(JSON.parse(kept ?? 'null')).toEqual({ mode: 'single', selection: daysAgo(1) })
  },
)

test(
  'a link to the landing page shows skeletons at once, until texts and sections arrive',
  { tag: ['@landing.hero-skeleton-translations'] },
  async ({ page }) => {
    await page.goto('/contact')
    const release = await hold(page, /\/locales\/en\/(hero|comparison)\.json/)
    await link(page.getByRole('banner'), 'Storedawn').first().click()
    await expect(page).toHaveURL(/\/$/)
    const main = page.getByRole('main')
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(2)
    await expect(main.locator('.bone').first()).toBeVisible()
    await expect(main.getByRole('heading', { level: 1 })).toHaveCount(0)
    release()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('hero:title'))
    await expect(main.getByRole('heading', { name: t('comparison:title') })).toBeVisible()
    await expect(main.locator('.bone:visible')).toHaveCount(0)
  },
)

import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { buttonWith, hold } from './page.ts'

const { t } = textsOf('en')
const MESSAGE_MS = 5_000

test(
  'by keyboard a visitor reads the banner, compares prices, slides and answers, and chooses a plan',
  {
    tag: [
      '@banner.every-5s',
      '@banner.fade-200ms',
      '@banner.login-button',
      '@pricing.hero-toggle',
      '@pricing.audience-carousel',
      '@pricing.faq-one-open',
      '@pricing.faq-collapsible',
      '@pricing.toggle-default',
      '@pricing.carousel-dots',
    ],
  },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/pricing')
    await test.step('the banner', () => readBanner(page))
    await test.step('both billings', () => compareBillings(page))
    await test.step('the slides', () => goThroughSlides(page))
    await test.step('one answer at a time', () => readAnswers(page))
    await test.step('a plan', async () => {
      await card(page, 'plus').getByRole('link').click()
      await expect(page).toHaveURL(/\/register$/)
    })
  },
)

test('a billing period chosen before the script arrives is kept', async ({ page }) => {
  const releaseScripts = await hold(page, '**/assets/*.js')
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.getByText(t('pricing:billing.annual'), { exact: true }).click()
  releaseScripts()
  await expect(card(page, 'pro').getByText('$29', { exact: true })).toBeVisible()
})

/**
 * The next message comes after five seconds, in a fade of 200 ms, and not while the banner is
 * paused.
 */
async function readBanner(page: Page): Promise<void> {
  const banner = page.getByRole('complementary', { name: t('announcement:label') })
  const message = (name: string) => banner.getByText(t(`announcement:messages.${name}`))
  await expect(message('first')).toBeVisible()
  await page.clock.fastForward(MESSAGE_MS)
  await expect(message('second')).toBeVisible()
  await expect(message('first')).toBeHidden()
  await expect(message('second')).toHaveCSS('transition-duration', '0.2s')
  await buttonWith(banner, t('announcement:pause')).click()
  // Neither pointed at nor focused, which would hold it too.
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.fastForward(MESSAGE_MS)
  await expect(message('second')).toBeVisible()
  await expect(banner.getByRole('link')).toHaveAttribute('href', '/login')
}

async function compareBillings(page: Page): Promise<void> {
  const price = (amount: string) => card(page, 'pro').getByText(amount, { exact: true })
  await expect(price('$39')).toBeVisible()
  await page.getByRole('radio', { name: t('pricing:billing.monthly') }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(price('$29')).toBeVisible()
  await expect(card(page, 'pro')).toContainText(t('pricing:billedAnnually', { total: '$349' }))
  await expect(card(page, 'pro')).toContainText(/save \$119/i)
  await page.reload()
  await expect(price('$29')).toBeVisible()
}

async function goThroughSlides(page: Page): Promise<void> {
  // On wide screens all slides fit.
  await page.setViewportSize({ width: 390, height: 844 })
  const label = t('pricing:audiences.title')
  const track = page.locator(`[tabindex="0"][aria-label="${label}"]`)
  const dots = page
    .getByRole('group', { name: label })
    .getByRole('group', { name: t('components:carousel.slides') })
    .getByRole('button')
  const expectSlide = async (at: number, name: Audience) => {
    await expect(dots.and(page.locator('[aria-current]'))).toHaveAccessibleName(
      t('components:carousel.show', { at, count: 4, title: title(name) }),
    )
    // In whole pixels: snapping may leave a fraction of one outside.
    await expect.poll(() => track.getByText(title(name)).evaluate(isInView)).toBe(true)
  }
  await track.focus()
  await page.keyboard.press('ArrowRight')
  await expectSlide(2, 'researchers')
  await page.keyboard.press('End')
  await expectSlide(4, 'makers')
  await dots.first().click()
  await expectSlide(1, 'owners')
}

/** Runs in the page. */
function isInView(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const isInside = Math.round(left) >= 0 && Math.round(right) <= innerWidth
  return isInside && Math.round(top) >= 0 && Math.round(bottom) <= innerHeight
}

type Audience = 'owners' | 'researchers' | 'makers'
const title = (name: Audience) => t(`pricing:audiences.items.${name}.title`)

async function readAnswers(page: Page): Promise<void> {
  const question = (name: string) =>
    page.locator('summary', { hasText: t(`pricing:faq.items.${name}.question`) })
  const answer = (name: string) => page.getByText(t(`pricing:faq.items.${name}.answer`))
  await expect(answer('newly')).toBeVisible()
  await question('billing').focus()
  await page.keyboard.press('Enter')
  await expect(answer('billing')).toBeVisible()
  await expect(answer('newly')).toBeHidden()
  await page.keyboard.press('Space')
  await expect(answer('billing')).toBeHidden()
}

const card = (page: Page, plan: 'pro' | 'plus') =>
  page.getByRole('region', { name: t(`pricing:plans.${plan}.name`), exact: true })

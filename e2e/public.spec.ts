import type { Page } from '@playwright/test'
import { languages, textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { requireEnv } from './world.ts'

const pages = [
  { path: '/', meta: 'home', heading: 'hero:title' },
  { path: '/pricing', meta: 'pricing', heading: 'pricing:title' },
] as const

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, heading } of pages) {
    test(`${path} shows its content`, async ({ page }) => {
      await page.goto(path)
      const { t } = textsOf('en')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(heading))
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      await expect(page.locator('.veil')).toBeHidden()
    })
  }

  for (const language of languages) {
    test(`lang=${language} answers in that language, for readers and for search engines`, async ({
      page,
    }) => {
      const texts = textsOf(language)
      const origin = requireEnv('E2E_ORIGIN')
      for (const { path, meta, heading } of pages) {
        const address = (of: string) => origin + path + (of === 'en' ? '' : `?lang=${of}`)
        await page.goto(`${path}?lang=${language}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page).toHaveTitle(texts.t(`pages:meta.${meta}.title`))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.t(heading))
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address(language))
        const alternates = await page
          .locator('link[rel=alternate][hreflang]')
          .evaluateAll((links) =>
            links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
          )
        expect(alternates).toEqual([
          ...languages.map((each) => [each, address(each)]),
          ['x-default', address('en')],
        ])
      }
    })
  }
})

test('the skeleton lies over the hero for 600 ms and nothing moves when it lifts', async ({ page }) => {
  await page.addInitScript(watchVeil)
  await page.goto('/')
  await expect(page.locator('.veil')).toBeHidden()
  const { coveredMs, shifts } = await page.evaluate(readVeil)
  expect(coveredMs).toBeGreaterThanOrEqual(600)
  expect(shifts, 'layout shifts from the first paint on').toEqual([])
})

test('the language menu keeps page and query, and the choice survives', async ({ page }) => {
  const [from, to] = [textsOf('en'), textsOf('de')]
  await page.goto('/pricing?ref=mail')
  await page.getByRole('button', { name: from.t('navigation:language') }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/pricing\?ref=mail&lang=de$/)
  await expectPricesIn(page, to)
  await page.goto('/pricing')
  await expectPricesIn(page, to)
})

async function expectPricesIn(page: Page, { language, t }: ReturnType<typeof textsOf>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('pricing:title'))
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page).toHaveTitle(t('pages:meta.pricing.title'))
}

test.describe('as a member', () => {
  test.use({ visitor: 'pro' })

  test('the list keeps its dates when the language changes', async ({ page }) => {
    await page.goto('/list?mode=single&date=2026-11-01&filterStartDate=2026-11-01&filterEndDate=2026-11-01')
    await page.getByRole('button', { name: textsOf('en').t('navigation:language') }).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await expect(page).toHaveURL(/date=2026-11-01.*&lang=fr$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1 nov/)
  })
})

type Watched = { coveredMs: number; shifts: number[] }

/** Runs in the page, before anything else. */
function watchVeil(): void {
  const watched: Watched = { coveredMs: 0, shifts: [] }
  Object.assign(window, { watchedVeil: watched })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shifts.push((entry as unknown as { value: number }).value)
  }).observe({ type: 'layout-shift', buffered: true })
  // Told when the delay is over, by the clock of the animation itself.
  addEventListener('animationstart', ({ animationName, target }) => {
    if (animationName !== 'lift' || !(target instanceof Element)) return
    const [animation] = target.getAnimations()
    watched.coveredMs = Number(document.timeline.currentTime) - Number(animation?.startTime)
  })
}

/** A moment later, so that a shift at the lift would have been reported. */
async function readVeil(): Promise<Watched> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return (window as unknown as { watchedVeil: Watched }).watchedVeil
}

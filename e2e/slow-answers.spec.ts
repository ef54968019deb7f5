import { textsOf } from '#testing/texts.ts'
import { answer } from './account-answers.ts'
import { datePicker } from './date-picker.ts'
import { daysAgo } from './days.ts'
import { expect, test } from './fixtures.ts'
import { button, buttonWith, heading, hold, link, openHydrated, toasts } from './page.ts'
import { registerScreen } from './register-screen.ts'

const texts = textsOf('en')
const { t } = texts

test.describe('a member on a slow line', () => {
  test.use({
    visitor: 'pro',
    expectedComplaints: [/status of 500 .*saved-stores|ERR_INTERNET_DISCONNECTED/],
  })

  test('reads that a store is saved when the server has said so, and never after a failure', async ({
    page,
  }) => {
    const refuse = await hold(page, '**/api/saved-stores', { status: 500, json: {} })
    await page.goto('/list')
    const free = page.getByRole('main').locator('[data-save][aria-pressed="false"]').first()
    const name = (await free.getAttribute('aria-label')) ?? ''
    const star = button(page.getByRole('main'), name)
    const asked = page.waitForRequest('**/api/saved-stores')
    await star.click()
    await asked
    await expect(star).toHaveAttribute('aria-busy', 'true')
    await expect(star).toHaveAttribute('title', t('components:saving.saving'))
    await expect(toasts(page)).toBeEmpty()
    refuse()
    await expect(toasts(page)).toContainText(t('components:saving.failed.save.store'))
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await expect(star).not.toHaveAttribute('aria-busy', 'true')
  })

  test(
    'does not see the figures of other dates while the chosen ones are counted',
    { tag: ['@app.change-clears-preview'] },
    async ({ page }) => {
      await page.goto('/app')
      const picker = datePicker(page, texts)
      await picker.preset('last28').click()
      const figures = page.getByRole('main').locator('dl').first()
      await expect(figures).toHaveText(/\d/)
      const release = await hold(page, `**/api/public/stats?date=${daysAgo(1)}`)
      await picker.preset('yesterday').click()
      await expect(figures.locator('.bone')).toHaveCount(3)
      await expect(figures).not.toHaveText(/\d/)
      release()
      await expect(figures).toHaveText(/\d/)
    },
  )

  for (const isHinted of [true, false])
    test(`is shown as a member while the session is checked, ${isHinted ? 'with' : 'without'} the hint cookie`, async ({
      page,
      context,
    }) => {
      if (!isHinted) await context.clearCookies()
      await answer(page, '/api/auth/me', 'never')
      const login = link(page.getByRole('banner'), t('navigation:login'))
      const script = await hold(page, /entry-client.*\.js/)
      await page.goto('/pricing', { waitUntil: 'commit' })
      await expect(page.getByRole('banner').locator('.bone.rounded-full')).toBeVisible()
      await expect(login).toBeHidden()
      script()
      await page.waitForFunction(() => !('__EARLY_PRESSES__' in globalThis))
      await expect(page.getByRole('banner').locator('.bone.rounded-full')).toBeVisible()
      await expect(login).toHaveCount(0)
    })

  test('learns that there is no connection when the payment cannot be checked', async ({
    page,
    context,
  }) => {
    await answer(page, '/api/auth/me', 'never')
    await page.goto('/payment-success?success=true')
    // The last part of the page whose script comes later.
    await expect(page.getByRole('contentinfo').getByRole('button')).toBeEnabled()
    await context.setOffline(true)
    await expect(heading(page)).toHaveText(t('payment:offline.title'), { timeout: 12_000 })
    await expect(page).toHaveURL(/\/payment-success/)
    await context.setOffline(false)
    await expect(heading(page)).not.toHaveText(t('payment:offline.title'))
  })
})

test.describe('a member who logs out over a slow line', () => {
  test.use({ visitor: 'guest' })

  test('sees that the logout is under way, and that the server has not confirmed it', async ({
    page,
  }) => {
    await answer(page, '/api/auth/logout', 'never')
    await openHydrated(page, '/contact')
    await buttonWith(page.getByRole('banner'), /Gale/).click()
    await page.getByRole('menuitem', { name: t('navigation:logout') }).click()
    await expect(toasts(page)).toContainText(t('navigation:loggingOut'))
    await expect(toasts(page)).toContainText(t('navigation:loggedOutHere.title'))
    await expect(link(page.getByRole('banner'), t('navigation:login'))).toBeVisible()
  })
})

test('a new user goes straight to the page about the mail', async ({ page }) => {
  await answer(page, '/api/auth/email-signup', { json: { message: 'ok' } })
  await openHydrated(page, '/register')
  const { fillIn, submit } = registerScreen(page, texts)
  await fillIn('new.person@nobody.storedawn.test')
  const seen = await page.evaluateHandle(() => {
    const titles = new Set<string>()
    new MutationObserver(() => titles.add(document.querySelector('h1')?.textContent ?? '')).observe(
      document.body,
      { childList: true, subtree: true, characterData: true },
    )
    return titles
  })
  await submit.click()
  await expect(heading(page)).toHaveText(t('forms:verify.check.title'))
  expect(await seen.evaluate((titles) => [...titles])).not.toContain(
    t('forms:register.pending.title'),
  )
})

for (const [late, script] of [
  ['page', /entry-client.*\.js/],
  ['picker', /sections-.*\.js/],
] as const)
  test(`a press on the landing picker before the script of the ${late} is not lost`, async ({
    page,
  }) => {
    const release = await hold(page, script)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const main = page.getByRole('main')
    if (late === 'picker') await page.waitForFunction(() => !('__EARLY_PRESSES__' in globalThis))
    await button(main, t('date-picker:presets.yesterday')).click()
    await expect(button(main, t('date-picker:selectFirst'))).toBeDisabled()
    release()
    await expect(button(main, t('date-picker:getPreview'))).toBeEnabled()
    await expect(button(main, t('date-picker:presets.yesterday'))).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

test(
  'a link from another page to a section of the landing page ends there',
  { tag: ['@footer.links'] },
  async ({ page }) => {
    await openHydrated(page, '/contact')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('footer:features'), exact: true })
      .click()
    await expect(page).toHaveURL(/\/#features$/)
    await expect
      .poll(() =>
        page.locator('#features').evaluate((at) => Math.abs(at.getBoundingClientRect().top)),
      )
      .toBeLessThan(120)
  },
)

test.describe('a store without a logo yet', () => {
  test.use({ visitor: 'pro' })

  test('has its letter in the list, and the page has no error', async ({ page }) => {
    await page.route('**/api/pictures/**', (route) => route.fulfill({ status: 204 }))
    await page.goto('/list')
    await expect(page.locator('[data-row-link]').first()).toBeVisible()
    await expect(page.getByRole('main').locator('img[src^="/api/pictures/"]')).toHaveCount(0)
  })
})

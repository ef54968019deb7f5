import { textsOf } from '#testing/texts.ts'
import { signIn } from '#testing/demo-client.ts'
import { refusal, stopClock } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { button, heading, hold, link } from './page.ts'
import { DEMO_PRO } from './login-screen.ts'
import { requireEnv } from './world.ts'

const { t } = textsOf('en')
const guarded = [
  '/app',
  '/list',
  '/list?mode=single&date=2026-11-01',
  '/list/any-store',
  '/store/1',
]
/** Without a payment, visitors are redirected at once, guests by way of the dashboard. */
const noPayment = '/payment-success?success=false'

test(
  'without payment parameters a visitor lands on the prices at once, with no history entry',
  { tag: ['@payment.no-params-others'] },
  async ({ page }) => {
    await stopClock(page)
    await page.goto('/contact')
    for (const search of ['', '?success=false', '?status=failed&plan=pro']) {
      await page.goto(`/payment-success${search}`)
      await expect(page, search).toHaveURL(/\/pricing$/)
      await page.goBack()
      await expect(page, search).toHaveURL(/\/contact$/)
    }
  },
)

for (const visitor of ['anonymous', 'guest'] as const) {
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor })

    test(
      'guarded pages lead to the prices',
      {
        tag: [
          '@payment.no-params-others',
          '@routes.list-guard',
          '@routes.list-slug-guard',
          '@routes.store-guard',
          '@routes.app-guard',
          '@guard.anonymous-to-pricing',
          '@guard.guest-to-pricing',
          '@roles.protected-non-guest',
        ],
      },
      async ({ page }) => {
        for (const path of [...guarded, noPayment]) {
          await page.goto(path)
          await expect(page, path).toHaveURL(/\/pricing$/)
          await expect(heading(page)).toHaveText(t('pricing:title'))
        }
      },
    )

    test('the guard leaves no history entry, so Back returns to the visitor’s previous page', async ({
      page,
    }) => {
      await page.goto('/')
      await page.goto('/app')
      await expect(page).toHaveURL(/\/pricing$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/$/)
    })
  })
}

test.describe('as a member', () => {
  test.use({ visitor: 'pro' })

  test('the other tab adopts a replaced token without interruption', async ({ page, context }) => {
    await page.goto('/app')
    const other = await context.newPage()
    await other.goto('/list')
    await expect(other.getByRole('table')).toBeVisible()
    const { token } = await signIn(requireEnv('E2E_ORIGIN'), DEMO_PRO)
    // As a change of the password does.
    const checked = other.waitForResponse('**/api/plans/current')
    await page.evaluate((fresh) => localStorage.setItem('jwt', fresh), token)
    expect((await checked).request().headers()['authorization']).toBe(`Bearer ${token}`)
    await expect(other).toHaveURL(/\/list/)
    await expect(other.getByRole('table')).toBeVisible()
  })

  test('during the session check a guarded page waits and does not redirect', async ({ page }) => {
    const release = await hold(page, '**/api/auth/me')
    for (const path of ['/list', '/app']) {
      await page.goto(path)
      await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
      await expect(link(page.getByRole('banner'), t('navigation:login'))).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    }
    release()
    await expect(page.getByRole('group', { name: t('date-picker:calendar.label') })).toBeVisible()
    await expect(page).toHaveURL(/\/app$/)
  })

  test(
    'dates picked before signing in carry over to the dashboard',
    { tag: ['@app.pending-restore-range', '@app.pending-restore-single'] },
    async ({ page }) => {
      await page.goto('/pricing')
      await page.evaluate(() =>
        sessionStorage.setItem(
          'pendingDateSelection',
          JSON.stringify({ mode: 'range', selection: { from: '2026-10-15', to: '2026-10-21' } }),
        ),
      )
      await page.goto('/app')
      await expect(page).toHaveURL(/startDate=2026-10-15&endDate=2026-10-21/)
    },
  )

  test('leaving a page during the check keeps the user logged in', async ({ page }) => {
    const asked = page.waitForRequest('**/api/auth/me')
    await page.route('**/api/auth/me', () => undefined, { times: 1 })
    await page.goto('/app', { waitUntil: 'commit' })
    await asked
    await page.reload()
    await expect(page.getByRole('group', { name: t('date-picker:calendar.label') })).toBeVisible()
    await expect(page).toHaveURL(/\/app$/)
  })

  test('the next call notices a session that the server ended', async ({ page, context }) => {
    await page.goto('/app')
    await expect(heading(page)).toBeVisible()
    await context.route('**/api/public/stats*', (route) =>
      route.fulfill(refusal(401, 'session_expired', '')),
    )
    await button(page, t('date-picker:presets.today')).click()
    await expect(page).toHaveURL(/\/pricing$/)
    await expect(page.getByText(t('errors:session_expired'))).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull()
  })
  test.use({ expectedComplaints: [/status of 401/] })
})

import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'

const { t } = textsOf('en')
const guarded = ['/app', '/list', '/list?mode=single&date=2026-11-01', '/list/any-store', '/store/1']

for (const visitor of ['anonymous', 'guest'] as const) {
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor })

    for (const path of guarded) {
      test(`${path} leads to the prices`, async ({ page }) => {
        await page.goto(path)
        await expect(page).toHaveURL(/\/pricing$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('pricing:title'))
      })
    }

    test('the guard leaves no entry behind, so Back goes to where the visitor was', async ({ page }) => {
      await page.goto('/')
      await page.goto('/app')
      await expect(page).toHaveURL(/\/pricing$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/$/)
    })

    test('a product stays at its address and says what is missing', async ({ page, sample }) => {
      const kind = visitor === 'anonymous' ? 'signIn' : 'upgrade'
      await page.goto(`/product/${sample.product.id}`)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(
        t(`product-detail:access.${kind}.title`),
      )
      await expect(
        main.getByRole('link', { name: t(`product-detail:access.${kind}.action`), exact: true }),
      ).toHaveAttribute('href', kind === 'signIn' ? '/login' : '/pricing')
      await expect(page).toHaveURL(new RegExp(`/product/${sample.product.id}$`))
      await expect(main).not.toContainText(sample.product.title)
    })

    test('the settings open, and the bare address leads to the first of them', async ({ page }) => {
      await page.goto('/settings')
      await expect(page).toHaveURL(/\/settings\/user$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

    test('an address that does not exist says so', async ({ page }) => {
      const answer = await page.goto('/no/such/page')
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('pages:notFound.title'))
      await expect(page.getByRole('link', { name: t('pages:notFound.contact') })).toHaveAttribute(
        'href',
        '/contact',
      )
      await page.getByRole('link', { name: t('pages:notFound.home') }).click()
      await expect(page).toHaveURL(/\/$/)
    })
    test.use({ expectedComplaints: [/status of 404 .*\/no\/such\/page/] })
  })
}

test('what is not built yet says so instead of pretending', async ({ page }) => {
  for (const path of ['/saved', '/saved/products', '/register', '/blog', '/contact']) {
    await page.goto(path)
    await expect(page.getByText(t('pages:coming.description'))).toBeVisible()
  }
})

test.describe('as a member', () => {
  test.use({ visitor: 'pro' })

  test('signing out in one tab reaches the other', async ({ page, context }) => {
    await page.goto('/app')
    const other = await context.newPage()
    await other.goto('/list')
    await expect(other.getByRole('table')).toBeVisible()
    // Forgets the token as a sign-out does; the token itself stays good for the other tests.
    await page.evaluate(() => localStorage.removeItem('jwt'))
    await expect(other).toHaveURL(/\/pricing$/)
    await expect(other.getByRole('banner').getByRole('link', { name: t('navigation:login') })).toBeVisible()
  })

  test('leaving a page in the middle of the check logs nobody out', async ({ page }) => {
    const asked = page.waitForRequest('**/api/auth/me')
    await page.route('**/api/auth/me', () => undefined, { times: 1 })
    await page.goto('/app', { waitUntil: 'commit' })
    await asked
    await page.reload()
    await expect(page.getByRole('group', { name: t('date-picker:calendar.label') })).toBeVisible()
    await expect(page).toHaveURL(/\/app$/)
  })

  test('a session that the server ended is noticed at the next call', async ({ page, context }) => {
    await page.goto('/app')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.route('**/api/public/stats*', (route) =>
      route.fulfill({ status: 401, json: { code: 'session_expired', message: '', requestId: 'test' } }),
    )
    await page.getByRole('button', { name: t('date-picker:presets.today'), exact: true }).click()
    await expect(page).toHaveURL(/\/pricing$/)
  })
  test.use({ expectedComplaints: [/status of 401/] })
})

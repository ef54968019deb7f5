import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_PASSWORD, DEMO_PRO, loginScreen } from './login-screen.ts'

const texts = textsOf('en')
const { t } = texts
const WRONG_PASSWORD = 'Wrong!2026'

/** An address without an account and unique to this test: a lock affects only its own address. */
const addressOf = (test: string) => `${test}-${Date.now()}@nobody.storedawn.test`

test(
  'the password rules tick off while the user types',
  {
    tag: [
      '@login.requirements-live',
      '@password-rule.length',
      '@password-rule.uppercase',
      '@password-rule.lowercase',
      '@password-rule.digit',
      '@password-rule.special',
      '@routes.login',
    ],
  },
  async ({ page }) => {
    const login = loginScreen(page, texts)
    await login.open()
    const rule = (name: string) =>
      page.getByRole('listitem').filter({ hasText: t(`forms:password.rules.${name}`) })
    const steps = [
      ['lowercase', 'a'],
      ['uppercase', 'A'],
      ['digit', '1'],
      ['special', '!'],
      ['length', 'aaaa'],
    ] as const
    for (const [name] of steps) await expect(rule(name)).toContainText(t('forms:password.ruleOpen'))
    for (const [name, keys] of steps) {
      await login.password.pressSequentially(keys)
      await expect(rule(name)).toContainText(t('forms:password.ruleMet'))
    }
    await login.password.fill('aA1!')
    await expect(rule('length')).toContainText(t('forms:password.ruleOpen'))
  },
)

test(
  'the button explains why it is disabled until it is enabled',
  {
    tag: [
      '@login.email-field',
      '@login.submit-button',
      '@email-rule.login-format',
      '@login.submit-disabled',
    ],
  },
  async ({ page }) => {
    const login = loginScreen(page, texts)
    await login.open()
    await expect(login.submit).toBeDisabled()
    await expect(login.submit).toHaveAccessibleDescription(t('forms:login.whyDisabled'))
    await login.email.fill('someone@example.test')
    await login.password.fill('tooweak')
    await expect(login.submit).toBeDisabled()
    await login.password.fill(DEMO_PASSWORD)
    await expect(login.submit).toBeEnabled()
    await login.email.fill('not an address')
    await login.email.blur()
    await expect(login.submit).toBeDisabled()
    await expect(login.email).toHaveAccessibleDescription(t('forms:email.invalid'))
  },
)

test(
  'a password can be shown while it is typed',
  { tag: ['@login.password-field'] },
  async ({ page }) => {
    const login = loginScreen(page, texts)
    await login.open()
    await login.password.fill('secret')
    await expect(login.password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: t('forms:password.show') }).click()
    await expect(login.password).toHaveAttribute('type', 'text')
    await expect(login.password).toHaveValue('secret')
  },
)

test('input and clicks before the script arrives are kept', async ({ page }) => {
  const login = loginScreen(page, texts)
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await login.email.fill(DEMO_PRO)
  await login.password.fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: t('forms:password.show') }).click()
  script.resolve()
  await expect(login.password).toHaveAttribute('type', 'text')
  await expect(login.submit).toBeEnabled()
  await login.submit.click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test.describe('a refused sign-in', () => {
  test.use({ expectedComplaints: [/status of (401|429) .*email-signin/] })

  test(
    'shows the remaining attempts and locks after the third',
    { tag: ['@login.states', '@login.attempts-notice', '@login.too-many', '@errors.sign-in'] },
    async ({ page }) => {
      const login = loginScreen(page, texts)
      const address = addressOf('lock')
      await login.open()
      for (const remaining of [2, 1]) {
        await login.signIn(address, WRONG_PASSWORD)
        await expect(page.getByText(t('errors:invalid_credentials'))).toBeVisible()
        await expect(
          page.getByText(t('forms:login.notice.remaining', { remaining, max: 3 })),
        ).toBeVisible()
      }
      await login.signIn(address, WRONG_PASSWORD)
      await expect(page.getByText(t('forms:login.notice.locked', { minutes: 15 }))).toBeVisible()
      await expect(login.submit).toBeDisabled()
      await expect(login.submit).toHaveAccessibleDescription(t('forms:login.lockedWhy'))
      await expect(login.email).toHaveValue(address)
    },
  )

  test('locks one address only: a different address can still be tried, and the first stays locked', async ({
    page,
  }) => {
    const login = loginScreen(page, texts)
    const address = addressOf('pair')
    const locked = page.getByText(t('forms:login.notice.locked', { minutes: 15 }))
    await login.open()
    for (const remaining of [2, 1]) {
      await login.signIn(address, WRONG_PASSWORD)
      await expect(
        page.getByText(t('forms:login.notice.remaining', { remaining, max: 3 })),
      ).toBeVisible()
    }
    await login.signIn(address, WRONG_PASSWORD)
    await expect(locked).toBeVisible()
    await login.email.fill(addressOf('another'))
    await expect(locked).toBeHidden()
    await login.submit.click()
    await expect(
      page.getByText(t('forms:login.notice.remaining', { remaining: 2, max: 3 })),
    ).toBeVisible()
    await login.email.fill(address)
    await expect(locked).toBeVisible()
    await expect(login.submit).toBeDisabled()
    await login.email.fill(DEMO_PRO)
    await login.password.fill(DEMO_PASSWORD)
    await login.submit.click()
    await expect(page).toHaveURL(/\/pricing$/)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedComplaints: [/net::ERR_/] })

  test(
    'the form says so, keeps the input and can be sent again',
    { tag: ['@login.states', '@errors.sign-in-register-network'] },
    async ({ page }) => {
      const login = loginScreen(page, texts)
      await login.open()
      await page.route('**/api/auth/email-signin', (route) => route.abort('internetdisconnected'))
      await login.signIn(DEMO_PRO, DEMO_PASSWORD)
      await expect(page.getByText(t('errors:networkOrServer'))).toBeVisible()
      await expect(login.email).toHaveValue(DEMO_PRO)
      await page.unroute('**/api/auth/email-signin')
      await login.submit.click()
      await expect(page).toHaveURL(/\/pricing$/)
    },
  )
})

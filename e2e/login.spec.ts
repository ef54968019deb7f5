import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { answer, PASSWORD, refusal } from './account-answers.ts'
import { DEMO_PASSWORD, DEMO_PRO, loginScreen } from './login-screen.ts'
import { buttonWith, hold, openHydrated } from './page.ts'

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

test.describe('the form', () => {
  test.use({ expectedComplaints: [/status of 401/] })

  test(
    'offers the other ways in, says what each field lacks until it can be sent, and sends what was entered',
    {
      tag: [
        '@login.email-field',
        '@login.submit-button',
        '@email-rule.login-format',
        '@login.submit-disabled',
        '@login.idp-button',
        '@login.remember-me',
        '@login.forgot-link',
        '@login.register-link',
        '@forms.sign-in',
        '@email-rule.login-required',
        '@login.error-password-required',
        '@login.error-password-requirements',
      ],
    },
    async ({ page }) => {
      const login = loginScreen(page, texts)
      await login.open()
      const main = page.getByRole('main')
      for (const path of ['/forgot-password', '/register'])
        await expect(main.locator(`a[href="${path}"]`)).toBeVisible()
      await expect(buttonWith(main, /^Continue with /)).toBeEnabled()
      await expect(login.submit).toBeDisabled()
      await expect(login.submit).toHaveAccessibleDescription(t('forms:login.whyDisabled'))
      for (const [field, typed, lacks] of [
        [login.email, '', t('forms:email.required')],
        [login.password, '', /Password is required/],
        [login.password, 'weak', /Password must meet all requirements/],
        [login.email, 'not an address', t('forms:email.invalid')],
      ] as const) {
        await field.fill(typed)
        await field.blur()
        await expect(field).toHaveAccessibleDescription(lacks)
        await expect(login.submit).toBeDisabled()
      }
      const entered = { email: 'somebody@nobody.storedawn.test', password: PASSWORD }
      await login.email.fill(entered.email)
      await login.password.fill(entered.password)
      await expect(page.getByRole('checkbox', { name: t('forms:login.rememberMe') })).toBeChecked()
      await answer(page, '/api/auth/email-signin', refusal(401, 'invalid_credentials', 'No.'))
      const sent = page.waitForRequest('**/api/auth/email-signin')
      await login.submit.click()
      expect((await sent).postDataJSON()).toEqual({ ...entered, rememberMe: true })
    },
  )
})

for (const [path, logged] of [
  ['/login', 'Google sign-in failed'],
  ['/register', 'Google sign-up failed'],
] as const) {
  test(
    `a failure of the provider at ${path} is logged, shown in one line, and ends the busy state`,
    { tag: ['@errors.idp-logged-only', '@errors.idp-spinner-stops', '@errors.idp-internal-texts'] },
    async ({ page }) => {
      const warnings: string[] = []
      page.on('console', (message) => warnings.push(message.text()))
      await page.addInitScript(() => (window.open = () => null))
      await openHydrated(page, path)
      const provider = buttonWith(page.getByRole('main'), /^Continue with /)
      // A click has no effect before the script has arrived.
      await expect(async () => {
        await provider.click()
        await expect(page.getByText(/window/i)).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await expect(provider).toBeEnabled()
      await expect(provider).not.toHaveAttribute('aria-busy', 'true')
      expect(warnings.filter((text) => text.startsWith(logged))).not.toEqual([])
    },
  )
}

test(
  'input and clicks before the script arrives are kept, and the password can be shown',
  { tag: ['@login.password-field'] },
  async ({ page }) => {
    const login = loginScreen(page, texts)
    const releaseScripts = await hold(page, '**/assets/*.js')
    await page.goto('/login', { waitUntil: 'commit' })
    await login.email.fill(DEMO_PRO)
    await login.password.fill(DEMO_PASSWORD)
    await buttonWith(page, t('forms:password.show')).click()
    releaseScripts()
    await expect(login.password).toHaveAttribute('type', 'text')
    await expect(login.submit).toBeEnabled()
    await login.submit.click()
    await expect(page).toHaveURL(/\/pricing$/)
  },
)

test.describe('a refused sign-in', () => {
  test.use({ expectedComplaints: [/status of (401|429) .*email-signin/] })

  test(
    'shows the remaining attempts and, after the third, locks this address and no other',
    { tag: ['@login.states', '@login.attempts-notice', '@login.too-many', '@errors.sign-in'] },
    async ({ page }) => {
      const login = loginScreen(page, texts)
      const address = addressOf('lock')
      const locked = page.getByText(t('forms:login.notice.locked', { minutes: 15 }))
      const expectRemaining = (remaining: number) =>
        expect(
          page.getByText(t('forms:login.notice.remaining', { remaining, max: 3 })),
        ).toBeVisible()
      await login.open()
      for (const remaining of [2, 1]) {
        await login.signIn(address, WRONG_PASSWORD)
        await expect(page.getByText(t('errors:invalid_credentials'))).toBeVisible()
        await expectRemaining(remaining)
      }
      await login.signIn(address, WRONG_PASSWORD)
      await expect(locked).toBeVisible()
      await expect(login.submit).toBeDisabled()
      await expect(login.submit).toHaveAccessibleDescription(t('forms:login.lockedWhy'))
      await expect(login.email).toHaveValue(address)
      await login.signIn(DEMO_PRO, DEMO_PASSWORD)
      await expect(page).toHaveURL(/\/pricing$/)
    },
  )
})

test.describe('without a connection', () => {
  test.use({ expectedComplaints: [/net::ERR_/] })

  test(
    'the form says so, keeps the input and can be sent again',
    { tag: ['@login.states', '@errors.sign-in-register-network'] },
    async ({ page }) => {
      const login = loginScreen(page, texts)
      await login.open()
      await answer(page, '/api/auth/email-signin', 'offline')
      await login.signIn(DEMO_PRO, DEMO_PASSWORD)
      await expect(page.getByText(t('errors:networkOrServer'))).toBeVisible()
      await expect(login.email).toHaveValue(DEMO_PRO)
      await page.unroute('**/api/auth/email-signin*')
      await login.submit.click()
      await expect(page).toHaveURL(/\/pricing$/)
    },
  )
})

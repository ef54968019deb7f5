import { IDENTITY_CHANNEL } from '#contracts/accounts/auth.ts'
import { textsOf } from '#testing/texts.ts'
import { answer, PASSWORD, refusal } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { loginScreen } from './login-screen.ts'
import { button, field } from './main-controls.ts'
import { openHydrated } from './page.ts'

/**
 * Details of the account forms: links, first errors, waiting states, and the wording of failures.
 */
const texts = textsOf('en')
const { t } = texts

test.describe('the login', () => {
  test.use({ expectedComplaints: [/status of 401/] })

  test(
    'offers the other ways in, names what each field lacks, and sends what was entered',
    {
      tag: [
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
      await expect(main.getByRole('link', { name: t('forms:login.forgot') })).toHaveAttribute(
        'href',
        '/forgot-password',
      )
      await expect(main.locator('a[href="/register"]')).toBeVisible()
      await expect(main.getByRole('button', { name: /^Continue with / })).toBeEnabled()
      for (const each of [login.email, login.password]) {
        await each.focus()
        await each.blur()
      }
      await expect(login.email).toHaveAccessibleDescription(t('forms:email.required'))
      await expect(login.password).toHaveAccessibleDescription(/Password is required/)
      await login.password.fill('weak')
      await expect(login.password).toHaveAccessibleDescription(
        /Password must meet all requirements/,
      )
      await login.email.fill('somebody@nobody.storedawn.test')
      await login.password.fill(PASSWORD)
      await expect(page.getByRole('checkbox', { name: t('forms:login.rememberMe') })).toBeChecked()
      await answer(page, '/api/auth/email-signin', refusal(401, 'invalid_credentials', 'No.'))
      const sent = page.waitForRequest('**/api/auth/email-signin')
      await login.submit.click()
      expect((await sent).postDataJSON()).toEqual({
        email: 'somebody@nobody.storedawn.test',
        password: PASSWORD,
        rememberMe: true,
      })
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
      const provider = page.getByRole('main').getByRole('button', { name: /^Continue with / })
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
  'signing up through the provider keeps the session and leads to the prices',
  {
    tag: [
      '@product.idp-sign-up',
      '@register.idp-jwt',
      '@register.idp-pricing',
      '@calls.google-signin',
      '@calls.google-signin-token',
    ],
  },
  async ({ page, guest }) => {
    const { token } = guest
    await page.addInitScript(
      () =>
        (window.open = () => {
          const popup = { closed: false, close: () => undefined, location: { href: '' } }
          return popup as unknown as Window
        }),
    )
    await answer(page, '/api/auth/identity/start', {
      json: { authorizationUrl: 'https://issuer.example/authorize', state: 'mine' },
    })
    await answer(page, '/api/auth/google-signin', { json: { token } })
    await openHydrated(page, '/register')
    const started = page.waitForRequest('**/api/auth/identity/start')
    const sent = page.waitForRequest('**/api/auth/google-signin')
    const provider = page.getByRole('main').getByRole('button', { name: /^Continue with / })
    // A click has no effect before the script has arrived.
    await expect(async () => {
      await provider.click()
      await expect(provider).toBeHidden({ timeout: 1_000 })
    }).toPass()
    await started
    // The pop-up repeats its answer until the page has received it.
    await page.evaluate((name) => {
      const channel = new BroadcastChannel(name)
      const speak = () => channel.postMessage({ kind: 'answered', state: 'mine', idToken: 'a.b.c' })
      setInterval(speak, 50)
    }, IDENTITY_CHANNEL)
    expect((await sent).postDataJSON()).toEqual({ idToken: 'a.b.c', rememberMe: false })
    await expect(page).toHaveURL(/\/pricing$/)
    expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBe(token)
  },
)

test(
  'the sign-up lists the password rules and ticks the ones already met',
  { tag: ['@register.password-requirements'] },
  async ({ page }) => {
    await openHydrated(page, '/register')
    const rules = page.getByRole('main').getByRole('listitem')
    await expect(rules.filter({ hasText: t('forms:password.ruleOpen') })).toHaveCount(6)
    await field(page, t('forms:password.label')).fill('abcdEFGH')
    await expect(rules.filter({ hasText: `: ${t('forms:password.ruleMet')}` })).toHaveCount(3)
  },
)

test.describe('a link from a mail', () => {
  test.use({ expectedComplaints: [/status of 400/] })

  test(
    'that confirms an address waits for the answer and says when it has expired',
    {
      tag: [
        '@routes.verification-token',
        '@verify.loading',
        '@verify.failed-resend',
        '@verify.states',
        '@verify.expired-word',
        '@calls.verify-email',
        '@calls.verify-email-message',
        '@errors.verification-expired',
      ],
    },
    async ({ page }) => {
      const { promise, resolve: letAnswer } = Promise.withResolvers<void>()
      await page.route('**/api/auth/verify-email*', async (route) => {
        await promise
        await route.fulfill(refusal(400, 'verification_link_invalid', 'It has expired.'))
      })
      const asked = page.waitForRequest('**/api/auth/verify-email*')
      await page.goto('/email-verification?token=late')
      expect(new URL((await asked).url()).searchParams.get('token')).toBe('late')
      await expect(
        page.getByRole('status').filter({ hasText: t('forms:verify.loading') }),
      ).toBeVisible()
      letAnswer()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        t('forms:verify.expired.title'),
      )
      await expect(page.getByRole('main')).toContainText('24 hours')
    },
  )

  test(
    'that resets a password explains a refusal, and its form names what is missing',
    {
      tag: [
        '@routes.reset-token',
        '@reset.token-from-query',
        '@reset.valid-form',
        '@reset.requirements',
        '@reset.match-hint',
        '@reset-rule.password',
        '@reset-rule.confirm-required',
        '@reset-rule.confirm-equal',
        '@reset-rule.submit-disabled',
        '@calls.validate-reset-token',
        '@calls.validate-reset-token-message',
        '@errors.token-validation',
      ],
    },
    async ({ page }) => {
      const check = '/api/auth/validate-reset-token'
      await answer(page, check, refusal(400, 'reset_link_invalid', 'Used already.'))
      const asked = page.waitForRequest(`**${check}*`)
      await page.goto('/reset-password?token=used')
      expect(new URL((await asked).url()).searchParams.get('token')).toBe('used')
      await expect(page.getByText('Used already.')).toBeVisible()
      await page.unroute(`**${check}*`)
      await answer(page, check, { json: { message: 'ok' } })
      await page.goto('/reset-password?token=good')
      const [password, confirm] = [
        field(page, t('forms:password.new')),
        field(page, t('forms:confirm.label')),
      ]
      const save = button(page, t('forms:reset.submit'))
      const rules = page.getByRole('main').getByRole('listitem')
      await expect(rules.filter({ hasText: t('forms:password.ruleOpen') })).toHaveCount(6)
      for (const [first, second, why] of [
        ['Abcdef12', 'Abcdef12', 'password'],
        [PASSWORD, '', 'confirm'],
        [PASSWORD, `${PASSWORD}x`, 'confirm'],
      ] as const) {
        await password.fill(first)
        await confirm.fill(second)
        await confirm.blur()
        await expect(save).toBeDisabled()
        await expect(save).toHaveAccessibleDescription(t(`forms:register.why.${why}`))
      }
      await expect(rules.filter({ hasText: `: ${t('forms:password.ruleMet')}` })).toHaveCount(6)
      await expect(page.getByText(t('forms:confirm.differ')).first()).toBeVisible()
      await confirm.fill(PASSWORD)
      await expect(save).toBeEnabled()
    },
  )
})

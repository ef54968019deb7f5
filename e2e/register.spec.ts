import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { answer, PASSWORD, refusal } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { button, buttonWith, field, heading, link, openHydrated } from './page.ts'
import { registerScreen } from './register-screen.ts'

const texts = textsOf('en')
const { t } = texts
const EMAIL = 'new.person@nobody.storedawn.test'
const CALL = '/api/auth/email-signup'

/** The form, filled in. */
async function fillIn(page: Page) {
  const screen = registerScreen(page, texts)
  await screen.fillIn(EMAIL)
  return screen
}

test(
  'the form says what is missing until it can be sent',
  {
    tag: [
      '@register.full-name',
      '@register.email',
      '@register.password-requirements',
      '@register.password-strength',
      '@register.submit-disabled',
      '@register.requires-agree',
      '@strength.weak',
      '@strength.medium',
      '@strength.strong',
      '@routes.register',
    ],
  },
  async ({ page }) => {
    await openHydrated(page, '/register')
    const { name, email, password, confirm, agree, submit } = registerScreen(page, texts)
    const waitsFor = async (why: string) => {
      await expect(submit).toBeDisabled()
      await expect(submit).toHaveAccessibleDescription(t(`forms:register.why.${why}`))
    }
    await waitsFor('name')
    await name.fill('New Person')
    await waitsFor('email')
    await email.fill(EMAIL)
    await waitsFor('password')
    const rules = page.getByRole('main').getByRole('listitem')
    await expect(rules.filter({ hasText: t('forms:password.ruleOpen') })).toHaveCount(6)
    for (const [typed, strength] of [
      ['ab', 'weak'],
      ['abAB1', 'medium'],
      [PASSWORD, 'strong'],
    ] as const) {
      await password.fill(typed)
      await expect(password).toHaveAccessibleDescription(
        new RegExp(t(`forms:strength.${strength}`)),
      )
    }
    await expect(rules.filter({ hasText: `: ${t('forms:password.ruleMet')}` })).toHaveCount(6)
    await waitsFor('confirm')
    await confirm.fill(`${PASSWORD}x`)
    await expect(page.getByText(t('forms:confirm.differ')).first()).toBeVisible()
    await confirm.fill(PASSWORD)
    await expect(page.getByText(t('forms:confirm.match'))).toBeVisible()
    await waitsFor('agree')
    await agree.check()
    await expect(submit).toBeEnabled()
    await password.fill('short')
    await waitsFor('password')
  },
)

test('a common password is flagged while it is typed, without a request that contains it', async ({
  page,
}) => {
  await openHydrated(page, '/register')
  const { name, email, password, confirm, agree, submit } = registerScreen(page, texts)
  const rule = page.getByRole('listitem').filter({ hasText: t('forms:password.rules.uncommon') })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await name.fill('Ada Byron')
  await email.fill(EMAIL)
  await agree.check()
  // A common word, and part of the user's own name: both meet the five rules.
  for (const common of ['Summer2026!', 'AdaByron#1']) {
    await password.fill(common)
    await confirm.fill(common)
    await expect(rule).toContainText(t('forms:password.ruleOpen'))
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAccessibleDescription(t('forms:register.why.common'))
  }
  await password.fill(PASSWORD)
  await confirm.fill(PASSWORD)
  await expect(rule).toContainText(t('forms:password.ruleMet'))
  await expect(submit).toBeEnabled()
  expect(sent.filter((text) => text.includes('Summer2026') || text.includes('AdaByron'))).toEqual(
    [],
  )
})

test.describe('without the list of common passwords', () => {
  test.use({ expectedComplaints: [/net::ERR_FAILED .*common-passwords/] })

  test('the form leaves the decision to the server', async ({ page }) => {
    await openHydrated(page, '/register')
    await page.route('**/assets/common-passwords-*.js', (route) => route.abort())
    const { submit } = await fillIn(page)
    await expect(submit).toBeEnabled()
  })
})

test(
  'both passwords can be shown, and the documents open next to the form',
  { tag: ['@register.password', '@register.confirm', '@register.agree'] },
  async ({ page }) => {
    await openHydrated(page, '/register')
    const { password, confirm } = await fillIn(page)
    await button(page, t('forms:password.show')).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(confirm).toHaveAttribute('type', 'password')
    await button(page, t('forms:confirm.show')).click()
    await expect(confirm).toHaveAttribute('type', 'text')
    for (const path of ['/terms', '/privacy']) {
      const link = page.getByRole('main').locator(`a[href="${path}"]`)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAccessibleName(/opens in a new tab/)
    }
  },
)

test(
  'signing up leads to the mailbox screen, and going back shows the pending sign-up',
  {
    tag: [
      '@routes.verification-email',
      '@register.panel',
      '@register.panel-continue',
      '@register.panel-back',
      '@register.direct-verification',
      '@forms.registration',
      '@register.states',
      '@calls.email-signup',
    ],
  },
  async ({ page }) => {
    const dates = { mode: 'range', selection: { from: '2026-11-18', to: '2026-11-20' } }
    await page.addInitScript(
      (text) => sessionStorage.setItem('pendingDateSelection', text),
      JSON.stringify(dates),
    )
    await answer(page, CALL, { json: { message: 'ok' } })
    await openHydrated(page, '/register')
    const { submit } = await fillIn(page)
    const sent = page.waitForRequest(`**${CALL}`)
    await submit.click()
    expect((await sent).postDataJSON()).toEqual({
      name: 'New Person',
      email: EMAIL,
      password: PASSWORD,
      pendingDates: dates,
    })
    await expect(page).toHaveURL(`/email-verification?email=${encodeURIComponent(EMAIL)}`)
    await expect(page.getByText(EMAIL)).toBeVisible()

    await page.goBack()
    await expect(heading(page)).toHaveText(t('forms:register.pending.title'))
    await expect(page.getByText(EMAIL)).toBeVisible()
    await expect(link(page, t('forms:backToLogin'))).toHaveAttribute('href', '/login')
    await expect(link(page, t('forms:register.pending.continue'))).toHaveAttribute(
      'href',
      /^\/email-verification\?email=/,
    )
    await buttonWith(page, t('forms:register.pending.other')).click()
    await expect(heading(page)).toBeFocused()
    await expect(registerScreen(page, texts).name).toHaveValue('')
  },
)

test.describe('a refused sign-up', () => {
  test.use({ expectedComplaints: [/status of (400|500|502)|net::ERR_/] })

  test(
    'keeps the input and gives the reason, at the field where there is one',
    { tag: ['@calls.email-signup-message', '@errors.register'] },
    async ({ page }) => {
      await openHydrated(page, '/register')
      const { email, password, submit } = await fillIn(page)
      const cases = [
        [refusal(500, 'internal', 'The server says why.'), 'The server says why.'],
        [{ status: 502, json: {} }, 'Registration failed'],
        ['offline', 'Network or server error. Please try again.'],
      ] as const
      for (const [given, text] of cases) {
        await answer(page, CALL, given)
        await submit.click()
        await expect(page.getByText(text)).toBeVisible()
        await expect(email).toHaveValue(EMAIL)
      }
      const common = refusal(400, 'common_password', 'Too common.', { field: 'password' })
      await answer(page, CALL, common)
      await submit.click()
      await expect(password).toHaveAccessibleDescription(/Too common\./)
      await expect(password).toBeFocused()
    },
  )
})

test.describe('a logged-in user', () => {
  test.use({ visitor: 'guest' })

  for (const path of ['/login', '/register']) {
    test(`sees a notice at ${path} and can continue or log out`, async ({ page }) => {
      await answer(page, '/api/auth/logout', { json: { message: 'ok' } })
      await page.goto(path)
      await expect(heading(page)).toHaveText(t('forms:login.alreadyTitle'))
      const main = page.getByRole('main')
      await expect(link(main, t('forms:login.continue'))).toHaveAttribute('href', '/pricing')
      await buttonWith(main, t('forms:login.logOut')).click()
      await expect(field(main, t('forms:password.label'))).toBeVisible()
    })
  }
})

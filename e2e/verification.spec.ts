import { textsOf } from '#testing/texts.ts'
import { answer, refusal, stopClock } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { button, buttonWith, heading, hold, link } from './page.ts'

const { t } = textsOf('en')
const EMAIL = 'somebody@nobody.storedawn.test'
const CHECK = '/api/auth/verify-email'
const RESEND = '/api/auth/resend-verification'
const confirmed = (more: object = {}) => ({
  json: { message: 'ok', purpose: 'sign_up', pendingDates: null, token: null, ...more },
})

test(
  'without a token the screen says where the mail went and sends it again',
  {
    tag: [
      '@routes.verification-email',
      '@verify.default',
      '@verify.address',
      '@verify.address-unknown',
      '@verify.sign-in-link',
      '@verify.default-content',
      '@verify.support-address',
      '@verify.resend-delay',
      '@verify.resend-no-request',
      '@calls.verify-email-no-request',
      '@const.resend-60s',
      '@routes.email-verification',
    ],
  },
  async ({ page }) => {
    await stopClock(page)
    await page.goto('/email-verification')
    await expect(page.getByText('your email address')).toBeVisible()
    await expect(page.getByText(t('forms:mailbox.spam'))).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible()

    await page.goto(`/email-verification?email=${EMAIL}`)
    await expect(page.getByText(EMAIL)).toBeVisible()
    await answer(page, RESEND, { json: { message: 'ok' } })
    const sent = page.waitForRequest(`**${RESEND}`)
    await button(page, t('forms:resend.again')).click()
    expect((await sent).postDataJSON()).toEqual({ email: EMAIL })
    await expect(button(page, t('forms:resend.sending'))).toBeDisabled()
    await page.clock.fastForward(1_500)
    await expect(page.getByText(t('errors:done_verification_sent'))).toBeVisible()
    await expect(buttonWith(page, /^Send again in \d+ s$/)).toBeDisabled()
    await page.clock.fastForward(61_000)
    await expect(button(page, t('forms:resend.again'))).toBeEnabled()
    await expect(link(page, t('forms:backToLogin'))).toHaveAttribute('href', '/login')
  },
)

test(
  'a confirmed address keeps the picked dates, offers the login and leads to the prices',
  {
    tag: [
      '@routes.verification-token',
      '@verify.success-continue',
      '@verify.success-pricing-2s',
      '@verify.states',
      '@calls.verify-email-ok',
    ],
  },
  async ({ page }) => {
    await stopClock(page)
    const pendingDates = { mode: 'single', selection: '2026-11-20' }
    await answer(page, CHECK, confirmed({ pendingDates }))
    await page.goto('/email-verification?token=good&lang=en')
    await expect(heading(page)).toHaveText(t('forms:verify.success.title'))
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveURL(/\/email-verification\?lang=en$/)
    await expect(link(page.getByRole('main'), t('forms:toLogin'))).toHaveAttribute('href', '/login')
    await button(page, t('forms:redirect.stop')).click()
    expect(await page.evaluate(() => sessionStorage.getItem('pendingDateSelection'))).toBe(
      JSON.stringify(pendingDates),
    )
    await page.reload()
    await expect(heading(page)).toHaveText(t('forms:verify.success.title'))
    await page.clock.fastForward(500)
    await expect(page).toHaveURL(/\/email-verification\?lang=en$/)
    await page.clock.fastForward(1_600)
    await expect(page).toHaveURL(/\/pricing$/)
  },
)

test(
  'an OK answer that says nothing confirms the address',
  { tag: ['@calls.verify-email-ok'] },
  async ({ page }) => {
    await answer(page, CHECK, { status: 200, body: '' })
    await page.goto('/email-verification?token=good')
    await expect(heading(page)).toHaveText(t('forms:verify.success.title'))
  },
)

test('a changed address is confirmed as the current one', async ({ page }) => {
  await answer(page, CHECK, confirmed({ purpose: 'email_change' }))
  await page.goto('/email-verification?token=good')
  await expect(heading(page)).toHaveText(t('forms:verify.changed.title'))
  await expect(link(page.getByRole('main'), t('forms:toLogin'))).toBeVisible()
})

test.describe('a link that confirms nothing', () => {
  test.use({ expectedComplaints: [/status of (400|500)|net::ERR_/] })

  for (const [name, given, title] of [
    [
      'is too old',
      refusal(400, 'verification_link_invalid', 'This link has expired.'),
      'expired.title',
    ],
    ['is broken', refusal(400, 'verification_link_invalid', 'Not valid.'), 'failed.title'],
    ['meets an error of the server', refusal(500, 'internal', 'Our fault.'), 'unchecked'],
  ] as const) {
    test(
      `${name}: the screen says so and sends a new one`,
      {
        tag: [
          '@verify.loading',
          '@verify.expired-word',
          '@calls.verify-email',
          '@calls.verify-email-message',
          '@verify.failed-resend',
          '@verify.failed-back-register',
          '@verify.sign-in-link',
          '@verify.states',
          '@errors.verification-expired',
          '@errors.verification-failed',
        ],
      },
      async ({ page }) => {
        const release = await hold(page, `**${CHECK}*`, given)
        const asked = page.waitForRequest(`**${CHECK}*`)
        await page.goto(`/email-verification?token=bad&email=${EMAIL}`)
        expect(new URL((await asked).url()).searchParams.get('token')).toBe('bad')
        await expect(
          page.getByRole('status').filter({ hasText: t('forms:verify.loading') }),
        ).toBeVisible()
        release()
        await expect(heading(page)).toHaveText(t(`forms:verify.${title}`))
        if (title === 'expired.title')
          await expect(page.getByRole('main')).toContainText('24 hours')
        await expect(button(page, t('forms:resend.again'))).toBeEnabled()
        await expect(link(page, t('forms:toRegister'))).toHaveAttribute('href', '/register')
        await expect(link(page, t('forms:backToLogin'))).toBeVisible()
      },
    )
  }

  test('finds no connection: the user can try again', async ({ page }) => {
    await answer(page, CHECK, 'offline')
    await page.goto('/email-verification?token=good')
    await expect(page.getByText(t('errors:network'))).toBeVisible()
    await answer(page, CHECK, confirmed())
    await buttonWith(page, t('errors:retry')).click()
    await expect(heading(page)).toHaveText(t('forms:verify.success.title'))
  })

  test('only a click keeps an account scheduled for deletion', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await answer(page, '/api/auth/undo-deletion', 'offline')
    await page.goto('/undo-deletion?token=good')
    const keep = button(page, t('forms:undo.submit'))
    await expect(page).toHaveURL(/\/undo-deletion$/)
    await expect(keep).toBeEnabled()
    expect(calls.filter((url) => url.includes('/api/auth/undo'))).toEqual([])
    for (const [given, title] of [
      ['offline', 'title'],
      [{ json: { message: 'ok' } }, 'done.title'],
    ] as const) {
      await answer(page, '/api/auth/undo-deletion', given)
      await keep.click()
      await expect(heading(page)).toHaveText(t(`forms:undo.${title}`))
    }
    await answer(page, '/api/auth/undo-deletion', refusal(400, 'undo_link_expired', 'Too late.'))
    await page.goto('/undo-deletion?token=old')
    await keep.click()
    await expect(heading(page)).toHaveText(t('forms:undo.expired'))
    await page.goto('/undo-deletion?lang=en')
    await expect(heading(page)).toHaveText(t('forms:undo.invalid'))
  })
})

import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { answer, PASSWORD, refusal, stopClock } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { button, buttonWith, field, heading, hold, link, openHydrated } from './page.ts'

const { t } = textsOf('en')
const EMAIL = 'somebody@nobody.storedawn.test'
const done = { json: { message: 'ok' } }

test.describe('a forgotten password', () => {
  test.use({ expectedComplaints: [/status of (429|502)|net::ERR_/] })
  const submitOf = (page: Page) => button(page, t('forms:forgot.submit'))

  test(
    'the screen says where the link went, and a resend has to wait a minute',
    {
      tag: [
        '@forgot.email',
        '@forgot.sent',
        '@forgot.support-contact',
        '@forgot.back-link',
        '@forgot.states',
        '@email-rule.forgot-required',
        '@email-rule.forgot-format',
        '@calls.forgot-password-message',
        '@errors.forgot-resend',
        '@const.resend-60s',
        '@routes.forgot-password',
      ],
    },
    async ({ page }) => {
      await stopClock(page)
      await answer(page, '/api/auth/forgot-password', {
        json: { message: 'The server says: sent.' },
      })
      await openHydrated(page, '/forgot-password')
      const email = field(page.getByRole('main'), t('forms:email.label'))
      await submitOf(page).click()
      await expect(email).toHaveAccessibleDescription(t('forms:email.required'))
      await email.fill('nonsense')
      await expect(email).toHaveAccessibleDescription(t('forms:email.invalid'))
      await email.fill(EMAIL)
      await submitOf(page).click()

      await expect(heading(page)).toHaveText(t('forms:forgot.sent.title'))
      await expect(heading(page)).toBeFocused()
      await expect(page.getByText(EMAIL)).toBeVisible()
      const waiting = buttonWith(page, /^Send again in \d+ s$/)
      await expect(waiting).toBeDisabled()
      await page.clock.fastForward(30_000)
      await expect(buttonWith(page, /in 30 s$/)).toBeDisabled()
      await page.reload()
      await expect(page.getByText(EMAIL)).toBeVisible()
      await expect(waiting).toBeDisabled()
      await page.clock.fastForward(31_000)
      const again = button(page, t('forms:resend.again'))
      await again.click()
      await page.clock.runFor(1)
      await expect(page.getByText('The server says: sent.')).toBeVisible()
      await expect(waiting).toBeDisabled()

      await page.clock.fastForward(61_000)
      await answer(page, '/api/auth/forgot-password', { status: 502, json: {} })
      await again.click()
      await page.clock.runFor(1)
      await expect(page.getByText('Failed to resend reset email. Please try again.')).toBeVisible()
      await expect(link(page, t('forms:backToLogin'))).toHaveAttribute('href', '/login')
      await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible()
    },
  )

  test(
    'a failure shows the server’s words, or else the catalogue’s',
    { tag: ['@calls.forgot-password-message', '@errors.forgot', '@errors.forgot-network'] },
    async ({ page }) => {
      await openHydrated(page, '/forgot-password')
      await field(page.getByRole('main'), t('forms:email.label')).fill(EMAIL)
      const cases = [
        [refusal(429, 'rate_limited', 'The server says why.'), 'The server says why.'],
        [{ status: 502, json: {} }, 'Failed to send reset email. Please try again.'],
        ['offline', 'Network error. Please check your connection and try again.'],
      ] as const
      for (const [given, text] of cases) {
        await answer(page, '/api/auth/forgot-password', given)
        await submitOf(page).click()
        await expect(page.getByText(text)).toBeVisible()
      }
    },
  )
})

test.describe('a link for a new password', () => {
  test.use({ expectedComplaints: [/status of (400|500|502)|net::ERR_/] })

  const check = '/api/auth/validate-reset-token'
  const fill = async (page: Page, password = PASSWORD, confirm = password) => {
    await field(page, t('forms:password.new')).fill(password)
    const again = field(page, t('forms:confirm.label'))
    await again.fill(confirm)
    await again.blur()
  }
  const save = (page: Page) => button(page, t('forms:reset.submit'))

  for (const path of ['/password-reset', '/reset-password']) {
    test(
      `${path} without a valid token offers a new link`,
      {
        tag: [
          '@reset.invalid-panel',
          '@reset.invalid-actions',
          '@reset.invalid-24h',
          '@reset.states',
          '@reset-rule.no-token',
          '@calls.validate-reset-token',
          '@calls.validate-reset-token-message',
          '@errors.token-validation',
          '@const.reset-link-24h',
          '@routes.password-reset',
          '@routes.reset-password',
        ],
      },
      async ({ page }) => {
        await page.goto(path)
        await expect(heading(page)).toHaveText('Invalid Reset Link')
        await expect(page.getByText(/24 hours/)).toBeVisible()
        await answer(page, check, refusal(400, 'reset_link_invalid', 'Used already.'))
        const asked = page.waitForRequest(`**${check}*`)
        await page.goto(`${path}?token=used`)
        expect(new URL((await asked).url()).searchParams.get('token')).toBe('used')
        await expect(page.getByText('Used already.')).toBeVisible()
        await answer(page, check, { status: 400, json: {} })
        await page.goto(`${path}?token=bad`)
        await expect(page.getByText('Invalid or expired reset link')).toBeVisible()
        await expect(link(page, t('forms:reset.invalid.request'))).toHaveAttribute(
          'href',
          '/forgot-password',
        )
        await expect(link(page, t('forms:backToLogin'))).toBeVisible()
      },
    )
  }

  test(
    'drops the token from the address bar, survives a reload, and allows a retry after a lost connection',
    {
      tag: [
        '@routes.reset-token',
        '@reset.token-from-query',
        '@reset.validates-first',
        '@reset.validating-spinner',
        '@reset.valid-form',
        '@reset.match-hint',
        '@reset.states',
        '@reset.requirements',
        '@reset-rule.password',
        '@reset-rule.confirm-required',
        '@reset-rule.confirm-equal',
        '@reset-rule.submit-disabled',
        '@calls.validate-reset-token-ok',
        '@errors.token-validation-network',
      ],
    },
    async ({ page }) => {
      await answer(page, check, 'offline')
      await page.goto('/reset-password?token=good&lang=en')
      const lost = 'Unable to validate reset link. Please check your internet connection.'
      await expect(page.getByText(lost)).toBeVisible()
      await expect(page).toHaveURL(/\/reset-password\?lang=en$/)
      const release = await hold(page, `**${check}*`, done)
      await buttonWith(page, t('errors:retry')).click()
      await expect(page.getByText(t('forms:reset.validating'))).toBeVisible()
      release()
      await expect(save(page)).toBeDisabled()
      await page.reload()
      for (const [password, confirm, why] of [
        ['Abcdef12', 'Abcdef12', 'password'],
        [PASSWORD, '', 'confirm'],
        [PASSWORD, `${PASSWORD}x`, 'confirm'],
      ] as const) {
        await fill(page, password, confirm)
        await expect(save(page)).toBeDisabled()
        await expect(save(page)).toHaveAccessibleDescription(t(`forms:register.why.${why}`))
      }
      await expect(page.getByText(t('forms:confirm.differ')).first()).toBeVisible()
      await fill(page)
      await expect(page.getByText(t('forms:confirm.match'))).toBeVisible()
      await expect(save(page)).toBeEnabled()
    },
  )

  test(
    'failures show in the form and in a toast; success leads on unless the user stops it',
    {
      tag: [
        '@reset.completion-panel',
        '@reset.redirect-3s',
        '@forms.reset',
        '@reset.states',
        '@calls.reset-password',
        '@calls.reset-password-field',
        '@calls.reset-password-message',
        '@errors.reset-message',
        '@errors.reset-toast',
        '@errors.reset-fallback',
        '@errors.reset-network',
        '@errors.reset-success-toast',
      ],
    },
    async ({ page }) => {
      await stopClock(page)
      await answer(page, check, done)
      await page.goto('/reset-password?token=good')
      await fill(page)
      const reset = '/api/auth/reset-password'
      const cases = [
        [
          'offline',
          'Connection Error',
          'Network error. Please check your connection and try again.',
        ],
        [
          { status: 502, json: {} },
          'Password Reset Failed',
          'Failed to reset password. Please try again.',
        ],
        [
          refusal(400, 'common_password', 'Too common.', { field: 'newPassword' }),
          'Password Reset Failed',
          'Too common.',
        ],
      ] as const
      for (const [given, title, text] of cases) {
        await answer(page, reset, given)
        await save(page).click()
        await expect(page.getByRole('main').getByText(text)).toBeVisible()
        await expect(page.getByText(title).last()).toBeVisible()
      }
      await expect(field(page, t('forms:password.new'))).toBeFocused()

      await answer(page, reset, done)
      const sent = page.waitForRequest(`**${reset}`)
      await save(page).click()
      expect((await sent).postDataJSON()).toEqual({
        token: 'good',
        newPassword: PASSWORD,
        confirmPassword: PASSWORD,
      })
      await expect(page.getByText('Password Reset Successful')).toBeVisible()
      await expect(heading(page)).toHaveText(t('forms:reset.done.title'))
      await button(page, t('forms:redirect.stop')).click()
      await page.clock.fastForward(10_000)
      await expect(page.getByText(t('forms:redirect.stopped'))).toBeVisible()
      await expect(page).toHaveURL(/\/reset-password$/)

      await page.goto('/reset-password?token=again')
      await fill(page)
      await save(page).click()
      await expect(heading(page)).toHaveText(t('forms:reset.done.title'))
      await page.clock.runFor(2_800)
      await expect(page).toHaveURL(/\/reset-password$/)
      await page.clock.runFor(200)
      await expect(page).toHaveURL(/\/login$/)
    },
  )
})

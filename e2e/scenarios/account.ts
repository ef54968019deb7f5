import { expect, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { type Answer, PASSWORD, refusal } from '#e2e/account-answers.ts'
import { loginScreen } from '#e2e/login-screen.ts'
import { button, buttonWith, field, heading, link } from '#e2e/page.ts'
import { registerScreen } from '#e2e/register-screen.ts'
import { EMAIL, type Scenario } from './scenario.ts'

const done = { json: { message: 'ok' } }
const down = { status: 502, json: {} }

const login: Scenario = {
  name: 'login',
  visitor: 'anonymous',
  async play({ page, t, texts, answer, look }) {
    const screen = loginScreen(page, texts)
    const tryIt = async (given: Answer, text: string) => {
      await answer('/api/auth/email-signin', given)
      await screen.signIn(EMAIL, PASSWORD)
      await expect(page.getByText(text).first()).toBeVisible()
    }
    const refuse = (code: string, more: object = {}) =>
      refusal(401, code, t(`errors:${code}`), more)

    await screen.open()
    await screen.email.fill('nobody')
    await screen.email.blur()
    await expect(page.getByText(t('forms:email.invalid'))).toBeVisible()
    await look('no address')
    await tryIt(
      refuse('invalid_credentials', { remainingAttempts: 2 }),
      t('forms:login.notice.remaining', { remaining: 2, max: 3 }),
    )
    await look('wrong password')
    await tryIt(refuse('deletion_requested'), t('forms:login.keepAccount'))
    await look('deleted account')
    await tryIt('offline', t('errors:networkOrServer'))
    await look('no connection')

    await tryIt(refuse('email_unverified'), t('forms:login.resend'))
    await look('unverified address')
    await answer('/api/auth/resend-verification', down)
    await button(page, t('forms:login.resendLink')).click()
    await expect(page.getByText(t('errors:verificationResendFailed'))).toBeVisible()
    await look('unverified address, not sent')
    await answer('/api/auth/resend-verification', done)
    await button(page, t('forms:login.resendLink')).click()
    await expect(page.getByText(t('errors:done_verification_sent'))).toBeVisible()
    await look('unverified address, sent')

    await tryIt(
      refuse('too_many_attempts', { retryAfterSeconds: 900 }),
      t('forms:login.notice.locked', { minutes: 15 }),
    )
    await look('locked')
  },
}

const register: Scenario = {
  name: 'register',
  visitor: 'anonymous',
  async play({ page, t, texts, open, answer, look }) {
    const CALL = '/api/auth/email-signup'
    const { name, email, password, confirm, agree, submit } = registerScreen(page, texts)
    await open('/register')
    await name.focus()
    await email.fill('nobody')
    await password.fill('ab')
    await expect(page.getByText(t('forms:email.invalid'))).toBeVisible()
    await look('errors, weak password')
    await name.fill('New Person')
    await email.fill(EMAIL)
    await password.fill('abAB1')
    await confirm.fill('other')
    await confirm.blur()
    await expect(page.getByText(t('forms:strength.medium'))).toBeVisible()
    await look('medium password, confirmed otherwise')
    await password.fill(PASSWORD)
    await confirm.fill(PASSWORD)
    await agree.check()
    await expect(submit).toBeEnabled()
    await look('strong password, can be sent')

    await answer(CALL, refusal(500, 'internal', t('errors:internal')))
    await submit.click()
    await expect(page.getByText(t('errors:internal'))).toBeVisible()
    await look('refused')
    const common = t('errors:common_password')
    await answer(CALL, refusal(400, 'common_password', common, { field: 'password' }))
    await submit.click()
    await expect(page.getByText(common)).toBeVisible()
    await look('refused at a field')
    await answer(CALL, 'never')
    await password.fill(`${PASSWORD}!`)
    await confirm.fill(`${PASSWORD}!`)
    await submit.click()
    await expect(button(page, t('forms:register.submitting'))).toBeVisible()
    await look('being sent')
  },
}

const mailbox: Scenario = {
  name: 'waiting for mails',
  visitor: 'anonymous',
  async play({ page, main, t, open, go, answer, look }) {
    const RESEND = '/api/auth/resend-verification'
    const FORGOT = '/api/auth/forgot-password'
    await page.addInitScript((email) => sessionStorage.setItem('pendingVerification', email), EMAIL)
    await open('/register')
    await expect(heading(page)).toHaveText(t('forms:register.pending.title'))
    await look('signed up')

    await link(page, t('forms:register.pending.continue')).click()
    await expect(heading(page)).toHaveText(t('forms:verify.check.title'))
    await look('check your mail')
    for (const [state, given, text] of [
      ['not sent again', down, t('errors:verificationResendFailed')],
      ['sent again', done, t('errors:done_verification_sent')],
    ] as const) {
      await answer(RESEND, given)
      await button(page, t('forms:resend.again')).click()
      await expect(button(page, t('forms:resend.sending'))).toBeVisible()
      await expect(page.getByText(text)).toBeVisible()
      await look(`check your mail, ${state}`)
    }

    await go('/forgot-password')
    await expect(heading(page)).toHaveText(t('forms:forgot.title'))
    await look('forgot password')
    const email = field(main, t('forms:email.label'))
    await email.fill('nobody')
    await button(page, t('forms:forgot.submit')).click()
    await expect(page.getByText(t('forms:email.invalid'))).toBeVisible()
    await email.fill(EMAIL)
    await answer(FORGOT, 'offline')
    await button(page, t('forms:forgot.submit')).click()
    await expect(page.getByText(t('errors:network'))).toBeVisible()
    await look('forgot password, no connection')
    await answer(FORGOT, done)
    await button(page, t('forms:forgot.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:forgot.sent.title'))
    await look('forgot password, sent')
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await answer(FORGOT, down)
    await button(page, t('forms:resend.again')).click()
    await expect(page.getByText(t('errors:forgotResendFailed'))).toBeVisible()
    await look('forgot password, not sent again')
  },
}

/**
 * Consecutive links lead to different pages, so that no page starts with the state of its previous
 * visit.
 */
const links: Scenario = {
  name: 'links of mails',
  visitor: 'anonymous',
  async play({ page, main, t, texts, open, go, answer, look }) {
    const reset = (given: Answer) => answer('/api/auth/validate-reset-token', given)
    const verify = (given: Answer) => answer('/api/auth/verify-email', given)
    const undo = (given: Answer) => answer('/api/auth/undo-deletion', given)
    const refuse = (code: string) => refusal(400, code, t(`errors:${code}`))
    const follow = async (path: string, text: string) => {
      await go(`${path}?token=t`)
      await expect(main.getByText(text).first()).toBeVisible()
    }
    await open('/undo-deletion')
    await expect(heading(page)).toHaveText(t('forms:undo.invalid'))
    await look('undo, no link')

    await reset('never')
    await follow('/reset-password', t('forms:reset.validating'))
    await look('reset, checking')
    await verify('never')
    await follow('/email-verification', t('forms:verify.loading'))
    await look('verification, checking')

    await reset(refuse('reset_link_invalid'))
    await follow('/reset-password', t('forms:reset.invalid.text'))
    await look('reset, invalid')
    await verify(refuse('verification_link_expired'))
    await follow('/email-verification', t('forms:verify.expired.title'))
    await look('verification, expired')

    await undo('offline')
    await follow('/undo-deletion', t('forms:undo.text'))
    await look('undo, asked')
    await button(page, t('forms:undo.submit')).click()
    await expect(page.getByText(t('errors:network'))).toBeVisible()
    await look('undo, no connection')
    await undo(refuse('undo_link_expired'))
    await button(page, t('forms:undo.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:undo.expired'))
    await look('undo, expired')

    await reset('offline')
    await follow('/reset-password', t('errors:resetLinkUnreachable'))
    await look('reset, not checked')
    await verify(refuse('verification_link_invalid'))
    await follow('/email-verification', t('forms:verify.failed.title'))
    await look('verification, failed')
    await undo(done)
    await follow('/undo-deletion', t('forms:undo.text'))
    await button(page, t('forms:undo.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:undo.done.title'))
    await look('undo, done')
    await verify('offline')
    await follow('/email-verification', t('errors:network'))
    await look('verification, not checked')

    await reset(done)
    await follow('/reset-password', t('forms:password.new'))
    await fillReset(page, texts, 'abAB1', 'other')
    await expect(page.getByText(t('forms:confirm.differ')).first()).toBeVisible()
    await look('reset, passwords differ')
    await fillReset(page, texts, PASSWORD, PASSWORD)
    await answer('/api/auth/reset-password', down)
    await button(page, t('forms:reset.submit')).click()
    await expect(main.getByText(t('errors:resetFailed'))).toBeVisible()
    await look('reset, failed')
    await answer(
      '/api/auth/reset-password',
      refusal(400, 'common_password', t('errors:common_password'), { field: 'newPassword' }),
    )
    await button(page, t('forms:reset.submit')).click()
    await expect(main.getByText(t('errors:common_password'))).toBeVisible()
    await look('reset, refused at a field')
    await answer('/api/auth/reset-password', done)
    await fillReset(page, texts, `${PASSWORD}!`, `${PASSWORD}!`)
    await button(page, t('forms:reset.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:reset.done.title'))
    await look('reset, done')

    await verify({ json: { message: 'ok', purpose: 'sign_up', pendingDates: null, token: null } })
    await follow('/email-verification', t('forms:verify.success.text'))
    await look('verification, done')
    // The same page follows, so visit a different page in between.
    await go('/register')
    await expect(heading(page)).toHaveText(t('forms:register.title'))
    await verify({
      json: { message: 'ok', purpose: 'email_change', pendingDates: null, token: null },
    })
    await follow('/email-verification', t('forms:verify.changed.text'))
    await look('verification, address changed')
  },
}

async function fillReset(
  page: Page,
  { t }: Texts,
  password: string,
  confirm: string,
): Promise<void> {
  await field(page, t('forms:password.new')).fill(password)
  await field(page, t('forms:confirm.label')).fill(confirm)
  await field(page, t('forms:confirm.label')).blur()
}

const header: Scenario = {
  name: 'header of visitors',
  visitor: 'anonymous',
  async play({ page, dialog, t, open, look }) {
    const banner = page.getByRole('banner')
    await open('/forgot-password')
    for (const name of ['navigation:language', 'navigation:theme.label'] as const) {
      await buttonWith(banner, t(name)).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await look(t(name))
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await button(banner, t('navigation:openMenu')).click()
    await expect(dialog).toBeVisible()
    await look('menu of small screens')
  },
}

export const accountScenarios: readonly Scenario[] = [login, register, mailbox, links, header]

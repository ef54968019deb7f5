import { expect } from '@playwright/test'
import { PASSWORD, refusal } from '#e2e/account-answers.ts'
import { loginScreen } from '#e2e/login-screen.ts'
import { button, field } from '#e2e/page.ts'
import { EMAIL, type Scenario } from './scenario.ts'

const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const enrolment = {
  secret: KEY,
  uri: `otpauth://totp/Storedawn:${EMAIL}?issuer=Storedawn&secret=${KEY}&algorithm=SHA1&digits=6&period=30`,
}
const recoveryCodes = Array.from({ length: 8 }, (_, at) => `KMNP-QRS${at}-TUVW`)

const secondStep: Scenario = {
  name: 'second step of a login',
  visitor: 'anonymous',
  async play({ page, dialog, t, texts, answer, look }) {
    const asked = refusal(401, 'code_required', t('errors:code_required'), { challenge: 'sealed' })
    await answer('/api/auth/email-signin', asked)
    const screen = loginScreen(page, texts)
    await screen.open()
    await screen.signIn(EMAIL, PASSWORD)
    await expect(dialog).toBeVisible()
    await look('code')
    const tryIt = async (code: 'wrong_code' | 'sign_in_expired') => {
      const more = code === 'wrong_code' ? { field: 'code' } : {}
      await answer('/api/auth/second-factor', refusal(400, code, t(`errors:${code}`), more))
      await field(dialog, t('forms:code.label')).fill('123456')
      await button(dialog, t('navigation:login')).click()
      await expect(dialog.getByText(t(`errors:${code}`))).toBeVisible()
      await look(code)
    }
    await tryIt('wrong_code')
    await tryIt('sign_in_expired')
  },
}

const twoSteps: Scenario = {
  name: 'two-step login in the settings',
  visitor: 'pro',
  async play({ page, main, dialog, t, open, answer, look }) {
    const state: { onSince: string | null; recoveryCodesLeft: number } = {
      onSince: null,
      recoveryCodesLeft: 0,
    }
    await page.route('**/api/users/second-factor', (route) =>
      route.fulfill({ json: route.request().method() === 'GET' ? state : enrolment }),
    )
    await open('/settings/user')
    await button(main, t('settings:secondFactor.turnOn')).click()
    await expect(dialog).toBeVisible()
    await look('set up')

    const confirm = async () => {
      await field(dialog, t('settings:secondFactor.code')).fill('123456')
      await button(dialog, t('settings:secondFactor.confirm')).click()
    }
    const wrong = refusal(400, 'wrong_code', t('errors:wrong_code'), { field: 'code' })
    await answer('/api/users/second-factor/confirm', wrong)
    await confirm()
    await expect(dialog.getByText(t('errors:wrong_code'))).toBeVisible()
    await look('wrong code')

    await answer('/api/users/second-factor/confirm', {
      json: { message: 'ok', recoveryCodes },
    })
    await confirm()
    await expect(dialog.getByRole('listitem')).toHaveCount(recoveryCodes.length)
    await look('recovery codes')

    Object.assign(state, { onSince: '2026-11-20T10:00:00.000Z', recoveryCodesLeft: 8 })
    await button(dialog, t('settings:secondFactor.done')).click()
    await button(main, t('settings:secondFactor.turnOff')).click()
    await button(dialog, t('settings:secondFactor.turnOff')).click()
    await expect(dialog.getByText(t('settings:secondFactor.codeRequired'))).toBeVisible()
    await look('turn off')
  },
}

export const twoStepScenarios = [secondStep, twoSteps]

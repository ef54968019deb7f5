import { expect, type Page } from '@playwright/test'
import { profile, refusal, session } from '#e2e/account-answers.ts'
import { accountMenu } from '#e2e/accounts.ts'
import { button, field, heading, link } from '#e2e/page.ts'
import { EMAIL, type Scenario } from './scenario.ts'

const guest: Scenario = {
  name: 'guest',
  visitor: 'guest',
  async play({ page, t, texts, open, look }) {
    await open('/login')
    await expect(heading(page)).toHaveText(t('forms:login.alreadyTitle'))
    await look('already logged in')
    await accountMenu(page, texts).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await look('account menu')
    await page.getByRole('menuitem', { name: t('navigation:settings') }).click()
    await expect(page.getByText(t('settings:guest.text'))).toBeVisible()
    await look('user settings')
    await link(page, t('settings:menu.plan')).click()
    await expect(page.getByText(t('settings:plan.free')).first()).toBeVisible()
    await look('plan')
  },
}

const movingProfile = { ...profile, email: EMAIL, pendingEmail: `new.${EMAIL}` }
const sessions = [
  session,
  {
    ...session,
    id: '9d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
    isCurrent: false,
    browser: null,
    kind: 'mobile',
  },
  {
    ...session,
    id: 'ad4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
    isCurrent: false,
    browser: null,
    system: null,
  },
]

const answerProfile = (page: Page, given: object) =>
  page.route('**/api/users/profile', (route) =>
    route.fulfill(
      route.request().method() === 'GET'
        ? { json: given }
        : refusal(403, 'fresh_sign_in_required', 'who?'),
    ),
  )

const userSettings: Scenario = {
  name: 'user settings',
  visitor: 'pro',
  async play({ page, main, dialog, t, open, answer, look }) {
    await answerProfile(page, movingProfile)
    await answer('/api/auth/sessions', { json: { sessions } })
    await open('/settings/user')
    await expect(main.getByText(movingProfile.pendingEmail).first()).toBeVisible()
    await expect(button(main, t('settings:devices.everywhere'))).toBeVisible()
    await look('pending address, devices')

    await button(main, t('settings:devices.everywhere')).click()
    await expect(dialog).toBeVisible()
    await look('log out everywhere')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await button(main, t('settings:password.change')).click()
    await button(main, t('settings:password.submit')).click()
    await expect(main.getByText(t('settings:password.currentRequired'))).toBeVisible()
    await field(main, t('settings:profile.firstName')).fill(' ')
    await button(main, t('settings:profile.save')).click()
    await expect(main.getByText(t('settings:profile.firstNameRequired'))).toBeVisible()
    await look('errors of name and password')

    await field(main, t('settings:profile.firstName')).fill('Ada')
    await field(main, t('forms:email.label')).fill(`other.${EMAIL}`)
    await button(main, t('settings:profile.save')).click()
    await expect(dialog).toBeVisible()
    await look('who is there')
    const wrong = refusal(400, 'wrong_password', t('errors:wrong_password'), { field: 'password' })
    await answer('/api/auth/reauthenticate', wrong)
    await field(dialog, t('forms:confirmIdentity.password')).fill('wrong')
    await button(dialog, t('forms:confirmIdentity.submit')).click()
    await expect(dialog.getByText(t('errors:wrong_password'))).toBeVisible()
    await look('who is there, wrong password')
  },
}

const withoutPassword: Scenario = {
  name: 'account without a password',
  visitor: 'pro',
  async play({ page, main, dialog, t, open, answer, look }) {
    await page.route('**/api/auth/me', async (route) => {
      const real = await route.fetch()
      await route.fulfill({ response: real, json: { ...(await real.json()), hasPassword: false } })
    })
    await answerProfile(page, { ...movingProfile, pendingEmail: null, hasPassword: false })
    await open('/settings/user')
    await button(main, t('settings:password.set')).click()
    await expect(main.getByText(t('settings:password.setText'))).toBeVisible()
    await look('set a password')
    await field(main, t('forms:email.label')).fill(`other.${EMAIL}`)
    await button(main, t('settings:profile.save')).click()
    await expect(dialog).toBeVisible()
    await look('who is there')
    await page.keyboard.press('Escape')

    const changed = {
      json: { message: 'ok', purpose: 'email_change', pendingDates: null, token: null },
    }
    await answer('/api/auth/verify-email', changed)
    await open('/email-verification?token=t')
    await expect(link(main, t('forms:verify.changed.settings'))).toBeVisible()
    await look('address changed')
  },
}

/** In every state, with an address as long as a phone is wide, twice. */
const webhooks = (['unused', 'working', 'failing', 'paused'] as const).map((state, at) => ({
  id: `8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5${at}`,
  url: `https://hooks.example/${'matches'.repeat(12)}`,
  state,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastAttemptAt: state === 'unused' ? null : '2026-11-20T11:00:00.000Z',
  lastStatus: state === 'working' ? 200 : null,
}))

const preferences: Scenario = {
  name: 'preferences',
  visitor: 'pro',
  async play({ page, main, dialog, t, open, answer, look }) {
    await page.route('**/api/users/preferences', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { emailUpdates: false } })
        : undefined,
    )
    await answer('/api/users/deletion', 'never')
    await answer('/api/webhooks', { json: { webhooks, isIncluded: true } })
    await open('/settings/api')
    await expect(heading(page)).toHaveText(t('settings:menu.api'))
    await expect(main.getByText(webhooks[0]?.url ?? '').first()).toBeVisible()
    await look('webhooks')

    await open('/settings/preferences')
    await page.getByRole('switch').click()
    await expect(main.getByText(t('settings:unsaved.hint'))).toBeVisible()
    await look('unsaved')
    const leave = async () => {
      await main.locator('a[href="/settings/plan"]').click()
      await expect(dialog).toBeVisible()
    }
    await leave()
    await look('leave?', leave)
    await button(dialog, t('components:leaving.stay')).click()
    await expect(dialog).toHaveCount(0)
    await button(main, t('settings:preferences.save')).click()
    await expect(button(main, t('common:saving'))).toBeVisible()
    await look('saving')

    await button(main, t('settings:danger.delete')).click()
    await button(dialog, t('settings:danger.confirm')).click()
    await expect(dialog.getByText(t('settings:danger.mismatch'))).toBeVisible()
    await look('delete, not the address')
    await dialog.getByRole('textbox').fill('pro@demo.storedawn.test')
    await button(dialog, t('settings:danger.confirm')).click()
    await expect(button(dialog, t('settings:danger.deleting'))).toBeVisible()
    await look('delete, under way')
  },
}

const at = '2026-12-22T10:00:00.000Z'
const subscription = {
  productName: 'plus',
  renewsAt: at,
  billingCycle: 'yearly',
  price: 549_00,
  currency: 'USD',
  status: 'active',
  cancelAtPeriodEnd: false,
  scheduledChange: { productName: 'pro', billingCycle: 'monthly', startsAt: at },
}
const invoice = {
  id: '1',
  number: 'SD-0001',
  status: 'open',
  amountMinor: 549_00,
  currency: 'USD',
  issuedAt: at,
  url: 'https://pay.storedawn.test/1',
}

const planManagement: Scenario = {
  name: 'plan management',
  visitor: 'plus',
  async play({ page, main, dialog, t, open, answer, look }) {
    await answer('/api/subscription/invoices', { json: { invoices: [invoice] } })
    await page.route('**/api/plans/status', async (route) => {
      const real = await route.fetch()
      await route.fulfill({ json: { ...(await real.json()), currentSubscription: subscription } })
    })
    const quote = { dueNowMinor: 0, currency: 'USD', price: 39_00, quotedAt: at, effectiveAt: at }
    await answer('/api/plans/change', { json: { ...quote, takesEffect: 'period_end' } })
    await open('/settings/plan?billing=annual')
    await expect(button(main, t('settings:plan.scheduled.back'))).toBeVisible()
    await expect(main.getByText(t('settings:plan.invoices.open'), { exact: true })).toBeVisible()
    await look('scheduled change, open invoice')

    await button(main, t('settings:plan.downgrade', { plan: 'Pro' })).click()
    await expect(button(dialog, t('settings:plan.change.schedule'))).toBeEnabled()
    await look('quote')
    await page.keyboard.press('Escape')

    await answer('/api/plans/status', refusal(403, 'forbidden', 'no'))
    await open('/settings/plan')
    await expect(main.getByText(t('settings:plan.sample.title'))).toBeVisible()
    await look('example in place of the plan')
  },
}

export const settingsScenarios: readonly Scenario[] = [
  guest,
  userSettings,
  withoutPassword,
  preferences,
  planManagement,
]

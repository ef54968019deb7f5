import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { answer, profile, refusal, session } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { buttonWith, heading, link, toasts } from './page.ts'

const { t } = textsOf('en')

const refuse = (status: number, code: string, more: object = {}) =>
  refusal(status, code, `refused: ${code}`, more)
const field = (page: Page, key: Parameters<typeof t>[0]) => page.getByLabel(t(key), { exact: true })
const button = (page: Page, key: Parameters<typeof t>[0]) =>
  page.getByRole('main').getByRole('button', { name: t(key), exact: true })

test(
  'visitors can see every section, learn why it is locked, and change nothing',
  {
    tag: [
      '@settings.menu',
      '@settings-user.photo',
      '@settings-user.logged-out-banner',
      '@routes.settings-user',
      '@routes.settings-plan',
      '@routes.settings-preferences',
      '@routes.settings-layout',
    ],
  },
  async ({ page }) => {
    await page.goto('/settings/user')
    const menu = page.getByRole('navigation', { name: t('settings:menu.label') })
    for (const name of ['user', 'plan', 'preferences'] as const) {
      await link(menu, t(`settings:menu.${name}`)).click()
      await expect(heading(page)).toHaveText(t(`settings:menu.${name}`))
      await expect(page.getByText(t('settings:signedOut.title'))).toBeVisible()
    }
    await expect(page.getByRole('switch')).toBeDisabled()
    await expect(button(page, 'settings:danger.delete')).toBeDisabled()
    await link(menu, t('settings:menu.user')).click()
    await expect(field(page, 'settings:profile.firstName')).toBeDisabled()
    await expect(button(page, 'settings:photo.change')).toBeDisabled()
  },
)

test.describe('as a guest', () => {
  test.use({ visitor: 'guest' })

  test(
    'the sections are open, the one of the password is hidden, and a banner says why',
    {
      tag: [
        '@settings-user.password-hidden-guest',
        '@settings-user.guest-banner',
        '@roles.guest-settings-open',
      ],
    },
    async ({ page }) => {
      await page.goto('/settings/user')
      await expect(page.getByText(t('settings:guest.text'))).toBeVisible()
      await expect(field(page, 'settings:profile.firstName')).toBeEnabled()
      await expect(button(page, 'settings:password.change')).toHaveCount(0)
      const menu = page.getByRole('navigation', { name: t('settings:menu.label') })
      for (const name of ['plan', 'preferences', 'user'] as const) {
        await link(menu, t(`settings:menu.${name}`)).click()
        await expect(page).toHaveURL(new RegExp(`/settings/${name}$`))
        await expect(heading(page)).toHaveText(t(`settings:menu.${name}`))
      }
    },
  )
})

test.describe('as a member', () => {
  test.use({ visitor: 'pro', expectedComplaints: [/status of (400|403|413) |net::ERR_/] })

  test(
    'names are checked, saved, and shown in the header',
    {
      tag: [
        '@settings-user.fields',
        '@profile-rule.names',
        '@profile-rule.edit-clears',
        '@profile-rule.invalid-toast',
      ],
    },
    async ({ page }) => {
      await page.goto('/settings/user')
      const first = field(page, 'settings:profile.firstName')
      const before = await first.inputValue()
      await first.fill('  ')
      await button(page, 'settings:profile.save').click()
      await expect(first).toHaveAccessibleDescription(t('settings:profile.firstNameRequired'))
      await expect(first).toBeFocused()
      await expect(toasts(page)).toContainText(t('settings:failed.validation.title'))
      await first.fill('Zoë')
      await expect(first).not.toHaveAttribute('aria-invalid')
      await button(page, 'settings:profile.save').click()
      await expect(toasts(page)).toContainText(t('settings:profile.saved'))
      await expect(buttonWith(page.getByRole('banner'), /Zoë/)).toBeVisible()
      await first.fill(before)
      await button(page, 'settings:profile.save').click()
      await expect(buttonWith(page.getByRole('banner'), /Zoë/)).toHaveCount(0)
    },
  )

  test(
    'a new address asks for the password, then waits for confirmation',
    { tag: ['@settings-user.fields', '@profile-rule.email-format'] },
    async ({ page }) => {
      let isProven = false
      await page.route('**/api/users/profile', async (route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: profile })
        await (isProven
          ? route.fulfill({ json: { ...profile, pendingEmail: 'new@example.test' } })
          : route.fulfill(refuse(403, 'fresh_sign_in_required')))
      })
      await page.route('**/api/auth/reauthenticate', async (route) => {
        isProven = route.request().postDataJSON().password === 'right'
        await route.fulfill(
          isProven
            ? { json: { message: '' } }
            : refuse(400, 'wrong_password', { field: 'password' }),
        )
      })
      await page.goto('/settings/user')
      const email = field(page, 'forms:email.label')
      await expect(email).toHaveValue('ada@example.test')
      await email.fill('new@example')
      await button(page, 'settings:profile.save').click()
      await expect(email).toHaveAccessibleDescription(new RegExp(t('forms:email.invalid')))
      await email.fill('new@example.test')
      await button(page, 'settings:profile.save').click()
      const dialog = page.getByRole('dialog')
      const password = dialog.getByLabel(t('forms:confirmIdentity.password'), { exact: true })
      await expect(password).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(button(page, 'settings:profile.save')).toBeFocused()
      await expect(email).toHaveValue('new@example.test')
      await page.keyboard.press('Enter')
      await password.fill('wrong')
      await page.keyboard.press('Enter')
      await expect(password).toHaveAccessibleDescription('refused: wrong_password')
      await password.fill('right')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(
        page.getByText(t('settings:pending.title', { email: 'new@example.test' })),
      ).toBeVisible()
      await expect(email).toHaveValue('ada@example.test')
    },
  )

  test(
    'a weak password is not sent, and a refusal appears at its field',
    {
      tag: [
        '@settings-user.password-section',
        '@password-form.required',
        '@password-form.length',
        '@password-form.match',
        '@errors.password-change',
        '@errors.title-password-change',
      ],
    },
    async ({ page }) => {
      const refused = refuse(400, 'wrong_password', { field: 'currentPassword' })
      await answer(page, '/api/users/password', refused)
      await page.goto('/settings/user')
      await button(page, 'settings:password.change').click()
      const [current, next, repeat] = (['current', 'new', 'confirm'] as const).map((name) =>
        field(page, `settings:password.${name}`),
      ) as [ReturnType<typeof field>, ReturnType<typeof field>, ReturnType<typeof field>]
      const save = button(page, 'settings:password.submit')
      await save.click()
      await expect(current).toHaveAccessibleDescription(t('settings:password.currentRequired'))
      await expect(next).toHaveAccessibleDescription(new RegExp(t('settings:password.newRequired')))
      await expect(repeat).toHaveAccessibleDescription(
        new RegExp(t('settings:password.confirmRequired')),
      )
      await current.fill('Storedawn!2026')
      await next.fill('Ab1!')
      await repeat.fill('Ab1!x')
      await save.click()
      await expect(next).toHaveAccessibleDescription(new RegExp(t('settings:password.length')))
      await expect(repeat).toHaveAccessibleDescription(new RegExp(t('settings:password.match')))
      await next.fill('Fresh!Secret7')
      await repeat.fill('Fresh!Secret7')
      await save.click()
      await expect(toasts(page)).toContainText('Password change failed')
      await expect(current).toHaveAccessibleDescription('refused: wrong_password')
      await expect(current).toBeFocused()
    },
  )

  test(
    'the browser checks a photo before sending it, and the server decides',
    {
      tag: ['@settings-user.photo', '@photo-rule.type', '@photo-rule.size', '@errors.photo-upload'],
    },
    async ({ page }) => {
      await page.goto('/settings/user')
      await expect(button(page, 'settings:photo.change')).toBeEnabled()
      const choose = (name: string, mimeType: string, bytes: number) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType, buffer: Buffer.alloc(bytes) })
      await choose('notes.txt', 'text/plain', 10)
      await expect(toasts(page)).toContainText('Invalid file')
      await choose('huge.png', 'image/png', 5 * 1024 * 1024 + 1)
      await expect(toasts(page)).toContainText('File too large')
      await answer(page, '/api/users/profile/photo', refuse(413, 'payload_too_large'))
      await choose('photo.png', 'image/png', 10)
      await expect(toasts(page)).toContainText('refused: payload_too_large')
    },
  )

  test(
    'only the button saves preferences, and leaving without saving asks first',
    {
      tag: [
        '@settings-preferences.email-updates',
        '@settings-preferences.save',
        '@settings-preferences.unsaved-hint',
        '@preferences.email-updates',
      ],
    },
    async ({ page }) => {
      await page.goto('/settings/preferences')
      const updates = page.getByRole('switch', { name: t('settings:preferences.label') })
      const save = button(page, 'settings:preferences.save')
      const was = await updates.getAttribute('aria-checked')
      await expect(save).toBeDisabled()
      await expect(save).toHaveAccessibleDescription(t('settings:unsaved.none'))
      await updates.click()
      await expect(page.getByText(t('settings:unsaved.hint'))).toBeVisible()
      await link(page, t('settings:menu.plan')).click()
      await buttonWith(page.getByRole('dialog'), t('components:leaving.stay')).click()
      await expect(page).toHaveURL(/\/settings\/preferences$/)
      await save.click()
      await expect(toasts(page)).toContainText(t('settings:preferences.saved'))
      await expect(save).toBeDisabled()
      await page.reload()
      await expect(updates).toHaveAttribute('aria-checked', was === 'true' ? 'false' : 'true')
      await updates.click()
      await save.click()
      await expect(toasts(page)).toContainText(t('settings:preferences.saved'))
    },
  )

  test('the list of devices marks this one and logs out another', async ({ page }) => {
    const other = {
      ...session,
      id: '9d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
      isCurrent: false,
      browser: null,
      system: null,
      kind: 'unknown',
    }
    let sessions = [session, other]
    await page.route('**/api/auth/sessions', (route) => route.fulfill({ json: { sessions } }))
    await page.route(`**/api/auth/sessions/${other.id}`, (route) => {
      sessions = [session]
      return route.fulfill({ json: { message: '' } })
    })
    await page.goto('/settings/user')
    const rows = page
      .getByRole('region', { name: t('settings:devices.title') })
      .getByRole('listitem')
    await expect(rows.first()).toContainText(
      t('settings:devices.device', { browser: 'Firefox', system: 'Windows' }),
    )
    await expect(rows.first()).toContainText(t('settings:devices.current'))
    const logOut = t('settings:devices.logOutOf', { device: t('settings:devices.unknown') })
    await buttonWith(page, logOut).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('heading', { name: t('settings:devices.title') })).toBeFocused()
  })
})

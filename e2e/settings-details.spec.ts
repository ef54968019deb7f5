import { textsOf } from '#testing/texts.ts'
import { answer, PASSWORD, refusal } from './account-answers.ts'
import { expect, test } from './fixtures.ts'
import { toasts } from './page.ts'
import { button, field } from './main-controls.ts'

const texts = textsOf('en')
const { t } = texts

test.describe('the settings of a member', () => {
  test.use({ visitor: 'pro', expectedComplaints: [/status of (400|502)/] })

  const silent = { status: 502, json: {} }
  const speaking = refusal(400, 'invalid_request', 'The server says why.')

  test(
    'show the server’s words for a failure, or else the catalogue’s',
    {
      tag: [
        '@profile-rule.email-required',
        '@errors.profile-update',
        '@errors.password-change',
        '@errors.photo-upload',
        '@errors.title-update',
        '@errors.title-password-change',
        '@errors.title-upload',
        '@errors.title-save',
        '@errors.title-deletion',
      ],
    },
    async ({ page }) => {
      const expectToasts = async (
        path: string,
        title: string,
        fallback: string,
        act: () => Promise<void>,
      ) => {
        for (const [given, text] of [
          [speaking, 'The server says why.'],
          [silent, fallback],
        ] as const) {
          await answer(page, path, given)
          await act()
          const told = toasts(page).filter({ hasText: text }).filter({ hasText: title })
          await expect(told).toBeVisible()
          await page.unroute(`**${path}*`)
        }
      }
      const main = page.getByRole('main')
      await page.goto('/settings/user')
      const email = field(page, t('forms:email.label'))
      const firstName = field(page, t('settings:profile.firstName'))
      await email.fill(' ')
      await button(page, t('settings:profile.save')).click()
      await expect(email).toHaveAccessibleDescription(new RegExp(t('forms:email.required')))
      await email.fill('pro@demo.storedawn.test')
      await expect(firstName).not.toHaveValue('')
      await expectToasts(
        '/api/users/profile',
        t('settings:failed.update.title'),
        'Failed to update profile',
        () => button(page, t('settings:profile.save')).click(),
      )
      const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(10) }
      await expectToasts(
        '/api/users/profile/photo',
        t('settings:failed.upload.title'),
        'Failed to upload photo',
        () => main.locator('input[type=file]').setInputFiles(photo),
      )
      await button(page, t('settings:password.change')).click()
      for (const name of ['current', 'new', 'confirm'] as const)
        await field(page, t(`settings:password.${name}`)).fill(PASSWORD)
      await expectToasts(
        '/api/users/password',
        t('settings:failed.password.title'),
        'Failed to change password',
        () => button(page, t('settings:password.submit')).click(),
      )
      await page.goto('/settings/preferences')
      await page.getByRole('switch').click()
      await answer(page, '/api/users/preferences', silent)
      await button(page, t('settings:preferences.save')).click()
      await expect(toasts(page)).toContainText(t('settings:failed.save.title'))
      await page.getByRole('switch').click() // so that nothing unsaved holds the page
      await answer(page, '/api/users/deletion', silent)
      await button(page, t('settings:danger.delete')).click()
      await page.getByRole('dialog').getByRole('textbox').fill('pro@demo.storedawn.test')
      await page.keyboard.press('Enter')
      await expect(toasts(page)).toContainText(t('settings:failed.deletion.title'))
    },
  )

  test(
    'stay silent when the profile fails to load',
    { tag: ['@errors.profile-load'] },
    async ({ page }) => {
      await answer(page, '/api/users/profile', silent)
      await page.goto('/settings/user')
      await expect(field(page, t('settings:profile.firstName'))).not.toHaveValue('')
      await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

  test(
    'are busy for a second while saving, and for a second and a half while deleting',
    {
      tag: [
        '@settings-preferences.save-1s',
        '@settings-preferences.delete-1500ms',
        '@settings-preferences.delete-toast',
      ],
    },
    async ({ page }) => {
      await page.clock.install()
      await answer(page, '/api/users/preferences', { json: { emailUpdates: false } })
      await page.goto('/settings/preferences')
      await page.getByRole('switch').click()
      const save = button(page, t('settings:preferences.save'))
      await expect(save).toBeEnabled()
      await page.clock.pauseAt(Date.now() + 60_000)
      const saved = page.waitForResponse('**/api/users/preferences')
      await save.click()
      await saved
      await page.clock.runFor(950)
      await expect(button(page, t('common:saving'))).toBeVisible()
      await page.clock.runFor(100)
      await expect(toasts(page)).toContainText(t('settings:preferences.saved'))

      await answer(page, '/api/users/deletion', {
        json: { message: 'Until then.', erasedAt: '2026-12-22T00:00:00.000Z' },
      })
      await button(page, t('settings:danger.delete')).click()
      await page.getByRole('dialog').getByRole('textbox').fill('pro@demo.storedawn.test')
      const deleted = page.waitForResponse('**/api/users/deletion')
      await page.keyboard.press('Enter')
      await deleted
      await page.clock.runFor(1_450)
      await expect(page.getByRole('dialog').getByText(t('settings:danger.deleting'))).toBeVisible()
      await page.clock.runFor(100)
      await expect(toasts(page)).toContainText(t('settings:danger.requested'))
    },
  )
})

import type { Locator } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { linkOfMail, mailsTo } from './mailbox.ts'
import { button, field, heading, hold, openHydrated } from './page.ts'

const { t } = textsOf('en')
const EMAIL = 'ada.writes@nobody.storedawn.test'
const SUPPORT = 'support@storedawn.test'

const form = (main: Locator) => ({
  name: field(main, t('contact:form.name')),
  email: field(main, t('contact:form.email')),
  subject: field(main, t('contact:form.subject')),
  message: field(main, t('contact:form.message')),
  send: button(main, t('contact:form.submit')),
})

test.describe('writing to support', () => {
  test.use({ expectedComplaints: [/status of 502/] })

  test(
    'by keyboard alone: the form names errors, a failure loses nothing, and the message arrives',
    {
      tag: [
        '@contact.state-submitting',
        '@contact.state-success',
        '@contact.states',
        '@contact-rule.keys',
        '@contact-rule.edit-clears',
        '@contact-rule.invalid-toast',
        '@contact-rule.invalid-not-sent',
        '@errors.contact',
      ],
    },
    async ({ page }) => {
      const keys = keyboard(page)
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/contact')) calls.push(request.method())
      })
      await openHydrated(page, '/contact?subject=Custom%20plan')
      const main = page.getByRole('main')
      const { name, email, subject, message, send } = form(main)
      await expect(subject).toHaveValue('Custom plan')

      await keys.press(main.getByRole('button', { expanded: true }))
      await expect(page.getByText(t('contact:hero.text'))).toBeHidden()

      await keys.type(email, 'ada@nowhere')
      await keys.type(message, 'too short')
      await keys.press(send)
      await expect(page.getByText(t('contact:invalid.title'))).toBeVisible()
      await expect(name).toBeFocused()
      await expect(name).toHaveAccessibleDescription(t('contact:errors.required'))
      await expect(email).toHaveAccessibleDescription(t('contact:errors.email'))
      const tooShort = t('contact:errors.message_too_short', { min: 10 })
      await expect(message).toHaveAccessibleDescription(new RegExp(tooShort))
      expect(calls).toEqual([])
      await page.keyboard.type('A')
      await expect(name).toHaveAccessibleDescription('')
      await expect(email).toHaveAccessibleDescription(t('contact:errors.email'))

      await keys.type(name, 'Ada Byron')
      await keys.type(email, EMAIL)
      const text = `Do you know more lamps? ${Date.now()}`
      await keys.type(message, text)
      const release = await hold(page, '**/api/contact/support', { status: 502, json: {} })
      await keys.press(send)
      await expect(button(page, t('contact:form.sending'))).toBeDisabled()
      release()
      await expect(page.getByText(t('contact:failed.title'))).toBeVisible()
      await page.reload()
      await expect(message).toHaveValue(text)
      await expect(name).toHaveValue('Ada Byron')

      await page.unroute('**/api/contact/support')
      await keys.press(send)
      const sent = t('contact:success.text', { email: EMAIL })
      await expect(main.getByText(sent)).toBeVisible()
      for (const each of [name, email, subject, message]) await expect(each).toHaveValue('')
      await expect
        .poll(async () => (await mailsTo(SUPPORT)).map((mail) => mail.text).join('\n'))
        .toContain(`> ${text}`)
    },
  )
})

test(
  'the footer’s newsletter subscription starts once the mailbox confirms it',
  { tag: ['@footer.newsletter', '@newsletter.clears'] },
  async ({ page }) => {
    await openHydrated(page, '/contact')
    const box = page
      .getByRole('contentinfo')
      .getByRole('form', { name: t('footer:newsletter.title') })
    const submit = button(box, t('footer:newsletter.submit'))
    await submit.click()
    await expect(page.getByText('Email Required')).toBeVisible()
    await field(box, t('footer:newsletter.label')).fill(`  ${EMAIL} `)
    await submit.click()
    await expect(page.getByText('Successfully Subscribed!')).toBeVisible()
    await expect(field(box, t('footer:newsletter.label'))).toHaveValue('')

    await page.goto(await linkOfMail(EMAIL, t('email:newsletterConfirm.subject')))
    await expect(page).toHaveURL(/\/newsletter$/)
    await button(page.getByRole('main'), t('forms:newsletter.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:newsletter.done.title'))
  },
)

import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { PASSWORD } from './account-answers.ts'
import { button, field } from './page.ts'

export function registerScreen(page: Page, { t }: Texts) {
  const main = page.getByRole('main')
  const screen = {
    name: field(main, t('forms:name.label')),
    email: field(main, t('forms:email.label')),
    password: field(main, t('forms:password.label')),
    confirm: field(main, t('forms:confirm.label')),
    agree: main.getByRole('checkbox'),
    submit: button(main, t('forms:register.submit')),
  }
  return {
    ...screen,
    async fillIn(email: string) {
      await screen.name.fill('New Person')
      await screen.email.fill(email)
      await screen.password.fill(PASSWORD)
      await screen.confirm.fill(PASSWORD)
      await screen.agree.check()
    },
  }
}

import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { button, field, openHydrated } from './page.ts'

/** The password of the demo accounts, which the demo prints at every start. */
export const DEMO_PASSWORD = 'Storedawn!2026'
export const DEMO_PRO = 'pro@demo.storedawn.test'

export function loginScreen(page: Page, { language, t }: Texts) {
  const email = field(page, t('forms:email.label'))
  const password = field(page, t('forms:password.label'))
  const submit = button(page.getByRole('main'), t('forms:login.submit'))
  return {
    email,
    password,
    submit,
    open: () => openHydrated(page, `/login?lang=${language}`),
    async signIn(address: string, secret: string) {
      await email.fill(address)
      await password.fill(secret)
      await submit.click()
    },
  }
}

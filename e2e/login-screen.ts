import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { openHydrated } from './page.ts'

/** The password of the demo accounts, which the demo prints at every start. */
export const DEMO_PASSWORD = 'Storedawn!2026'
export const DEMO_PRO = 'pro@demo.storedawn.test'

export function loginScreen(page: Page, { language, t }: Texts) {
  const email = page.getByLabel(t('forms:email.label'), { exact: true })
  const password = page.getByLabel(t('forms:password.label'), { exact: true })
  const submit = page
    .getByRole('main')
    .getByRole('button', { name: t('forms:login.submit'), exact: true })
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

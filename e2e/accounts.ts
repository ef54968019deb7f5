import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { linkOfMail } from './mailbox.ts'
import { requireEnv } from './world.ts'

export type NewPerson = { name: string; email: string; password: string }

/** Somebody whom no earlier run has met. */
export const somebodyNew = (name: string): NewPerson => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, '.')}.${crypto.randomUUID().slice(0, 8)}@post.test`,
  password: 'Daybreak!2026',
})

/** An account whose address is confirmed, made without a browser. */
export async function createAccount({ name, email, password }: NewPerson, { language, t }: Texts) {
  const origin = requireEnv('E2E_ORIGIN')
  const headers = { 'content-type': 'application/json', 'accept-language': language }
  const body = JSON.stringify({ name, email, password })
  const signUp = await fetch(`${origin}/api/auth/email-signup`, { method: 'POST', headers, body })
  if (!signUp.ok) throw new Error(`sign-up: ${signUp.status} ${await signUp.text()}`)
  const token = new URL(await linkOfMail(email, t('email:verify.subject'))).searchParams.get('token') ?? ''
  const verified = await fetch(`${origin}/api/auth/verify-email?token=${encodeURIComponent(token)}`)
  if (!verified.ok) throw new Error(`confirmation: ${verified.status} ${await verified.text()}`)
}

/** A plan cannot be bought yet, so the browser is told of one; the server still takes the account for a guest's. */
export async function pretendPaid(page: Page): Promise<void> {
  await page
    .context()
    .route('**/api/plans/current', (route) => route.fulfill({ json: { productName: 'pro' } }))
  await page.context().route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const me = (await response.json()) as object
    await route.fulfill({ response, json: { ...me, role: 'PRO_USER', isGuest: false } })
  })
}

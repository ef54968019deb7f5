import { expect, type Page } from '@playwright/test'
import type { CurrentSubscription, PlanStatus } from '#contracts/billing/plans.ts'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { type Client, signIn } from '#testing/demo-client.ts'
import { type Texts, textsOf } from '#testing/texts.ts'
import { keyboard } from './keyboard.ts'
import { linkOfMail } from './mailbox.ts'
import { call } from './own-things.ts'
import { buttonWith, link } from './page.ts'
import { requireEnv } from './world.ts'

export type NewPerson = { name: string; email: string; password: string }

export const somebodyNew = (name: string): NewPerson => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, '.')}.${crypto.randomUUID().slice(0, 8)}@post.test`,
  password: 'Daybreak!2026',
})

/** Each from another network: one network may create twenty accounts an hour. */
export async function createAccount({ name, email, password }: NewPerson, { language, t }: Texts) {
  const origin = requireEnv('E2E_ORIGIN')
  const headers = {
    'content-type': 'application/json',
    'accept-language': language,
    'x-forwarded-for': `10.${[...crypto.getRandomValues(new Uint8Array(3))].join('.')}`,
  }
  const body = JSON.stringify({ name, email, password })
  const signUp = await fetch(`${origin}/api/auth/email-signup`, { method: 'POST', headers, body })
  if (!signUp.ok) throw new Error(`sign-up: ${signUp.status} ${await signUp.text()}`)
  const token =
    new URL(await linkOfMail(email, t('email:verify.subject'))).searchParams.get('token') ?? ''
  const verified = await fetch(`${origin}/api/auth/verify-email?token=${encodeURIComponent(token)}`)
  if (!verified.ok) throw new Error(`confirmation: ${verified.status} ${await verified.text()}`)
}

export const signInAs = ({ email, password }: NewPerson): Promise<Client> =>
  signIn(requireEnv('E2E_ORIGIN'), email, password)

export async function createMember(
  person: NewPerson,
  plan: PaidPlan,
  texts: Texts,
): Promise<Client> {
  await createAccount(person, texts)
  const client = await signInAs(person)
  await subscribe(client, plan)
  return client
}

/** The next pages that it opens belong to this account. */
export const useSession = (page: Page, { token }: Pick<Client, 'token'>): Promise<unknown> =>
  page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token)

/** A new account, whose lists, marks and counts no other journey sees. */
export async function signInToNewAccount(
  page: Page,
  name: string,
  plan: PaidPlan = 'pro',
): Promise<Client> {
  const client = await createMember(somebodyNew(name), plan, textsOf('en'))
  await useSession(page, client)
  return client
}

/** Pays on the provider's page with a valid card; the notification arrives a moment later. */
export async function subscribe(client: Client, planId: PaidPlan): Promise<void> {
  const path = '/api/subscription/create-checkout'
  const { checkoutUrl } = await call<{ checkoutUrl: string }>(client, 'POST', path, { planId })
  const card = new URLSearchParams({ card: 'good', deed: 'pay' })
  await fetch(checkoutUrl, { method: 'POST', body: card, redirect: 'manual' })
  await expect.poll(async () => (await subscriptionOf(client))?.productName).toBe(planId)
}

export const subscriptionOf = async (client: Client): Promise<CurrentSubscription | null> =>
  (await client.get<PlanStatus>('/api/plans/status')).currentSubscription

/** The link of the mail has signed in the browser that signed up. Its clock was stopped. */
export async function continueToPlans(page: Page, texts: Texts): Promise<void> {
  const { t } = texts
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('forms:verify.success.title'))
  await expect(accountMenu(page, texts)).toBeVisible()
  await keyboard(page).press(link(page.getByRole('main'), t('forms:verify.success.plans')))
  await expect(page).toHaveURL(/\/pricing$/)
  await page.clock.resume()
}

/** In a separate browser context. */
export const subscribeAs = async (person: NewPerson): Promise<void> =>
  subscribe(await signInAs(person), 'pro')

export const accountMenu = (page: Page, { t }: Texts) =>
  buttonWith(page.getByRole('banner'), t('navigation:accountMenu'))
export const inHeader = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true })

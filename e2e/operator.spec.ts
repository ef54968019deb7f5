import type { Page } from '@playwright/test'
import { signIn } from '#testing/demo-client.ts'
import { codeAt } from '#testing/operator-calls.ts'
import { textsOf } from '#testing/texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { requireEnv } from './world.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedComplaints: [/status of 40[03] /] })

/** As the demo prints them. */
const OPERATOR = { email: 'operator@demo.storedawn.test', key: 'STOREDAWNDEMOKEYSTOREDAWNDEMOKEY' }

const { t } = textsOf('en')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function openAs(page: Page, email: string, path: string): Promise<void> {
  const { token } = await signIn(requireEnv('E2E_ORIGIN'), email)
  await page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token)
  await page.goto(path)
}

/** @returns the sender's address */
async function sendContactMessage(): Promise<string> {
  const email = `grace-${Date.now()}@visitor.example`
  const message = {
    fullName: 'Grace Hopper',
    email,
    subject: 'More lamps',
    message: 'Do you know more lamps?',
  }
  const sent = await fetch(`${requireEnv('E2E_ORIGIN')}/api/contact/support`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  expect(sent.status).toBe(200)
  return email
}

test('an operator opens the console with a code, answers a message, gives a plan, opts a domain out, and finds all in the audit log', async ({
  page,
}) => {
  await openAs(page, OPERATOR.email, '/operator')
  await expect(heading(page)).toHaveText(t('operator:code.title'))
  await expectAccessible(page, 'the code')
  const code = page.getByLabel(t('operator:code.label'))
  await code.fill('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('operator:code.digits'))).toBeVisible()
  await code.fill(codeAt(OPERATOR.key, new Date()))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(t('operator:menu.overview'))
  await expect(page.getByRole('region', { name: t('operator:logs.title') })).toBeVisible()
  await expectAccessible(page, 'overview')

  await page.getByRole('link', { name: t('operator:menu.accounts') }).click()
  await page.getByRole('searchbox').fill('operator@demo')
  await page.getByRole('button', { name: t('operator:find') }).click()
  await expectAccessible(page, 'accounts')
  await page.getByRole('link', { name: OPERATOR.email }).click()
  await expect(heading(page)).toHaveText(OPERATOR.email)
  await page.getByRole('button', { name: t('operator:account.grant') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(OPERATOR.email)
  await dialog.getByRole('button', { name: t('operator:account.grant') }).click()
  await page.getByRole('button', { name: t('operator:account.endPlan') }).click()
  await dialog.getByRole('button', { name: t('operator:account.endPlan') }).click()
  await expect(page.getByRole('button', { name: t('operator:account.endPlan') })).toBeHidden()
  await expectAccessible(page, 'account')

  await page.getByRole('link', { name: t('operator:menu.messages') }).click()
  const email = await sendContactMessage()
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('button', { name: t('operator:find') }).click()
  await page.getByRole('button', { name: t('operator:messages.write'), exact: true }).click()
  await expect(page.getByLabel(t('operator:messages.answer'))).toBeFocused()
  await expectAccessible(page, 'message')
  await page.keyboard.type('Yes, we know some more.')
  await page.getByRole('button', { name: t('operator:messages.send') }).click()
  await expect(page.getByText(t('operator:messages.none.found'))).toBeVisible()
  await page.getByLabel(t('operator:messages.state')).selectOption('answered')
  await expect(page.getByText('Yes, we know some more.')).toBeVisible()
  await expect.poll(() => mailsTo(email)).toHaveLength(1)

  await page.getByRole('link', { name: t('operator:menu.optOuts') }).click()
  await expect(heading(page)).toHaveText(t('operator:menu.optOuts'))
  await page
    .getByRole('textbox', { name: t('operator:optOuts.domain'), exact: true })
    .fill('not-a-store.example')
  await page.getByRole('button', { name: t('operator:optOuts.look') }).click()
  await expect(dialog).toContainText('not-a-store.example')
  await expectAccessible(page, 'opt-out')
  await dialog.getByRole('button', { name: t('operator:optOuts.confirm') }).click()
  await expect(page.getByRole('row').filter({ hasText: 'host:not-a-store.example' })).toBeVisible()
  await expectAccessible(page, 'opt-outs')
  await page.getByRole('link', { name: t('operator:menu.deliveries') }).click()
  await expect(page.getByRole('region', { name: t('operator:events.title') })).toBeVisible()
  await expectAccessible(page, 'deliveries')

  await page.getByRole('link', { name: t('operator:menu.jobs') }).click()
  await expect(heading(page)).toHaveText(t('operator:menu.jobs'))
  await expectAccessible(page, 'jobs')
  await page.getByRole('link', { name: t('operator:menu.audit') }).click()
  await page.getByLabel(t('operator:audit.kind')).selectOption('operator.')
  await expect(page.getByRole('row').filter({ hasText: 'plan.granted' }).first()).toBeVisible()
  await expectAccessible(page, 'audit')

  await page.getByRole('button', { name: t('operator:open.close') }).click()
  await expect(heading(page)).toHaveText(t('operator:code.title'))
})

test('an ordinary account learns that the console is for operators', async ({ page }) => {
  await openAs(page, 'plus@demo.storedawn.test', '/operator/accounts')
  await expect(heading(page)).toHaveText(t('operator:gate.noOperator.title'))
  await expectAccessible(page, 'no operator')
})

test('a signed-out visitor is asked to log in', async ({ page }) => {
  await page.goto('/operator')
  await expect(heading(page)).toHaveText(t('operator:gate.signedOut.title'))
})

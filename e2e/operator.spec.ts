import type { Page } from '@playwright/test'
import { signIn } from '#testing/demo-client.ts'
import { codeAt } from '#testing/operator-calls.ts'
import { textsOf } from '#testing/texts.ts'
import { answer, refusal } from './account-answers.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { button, buttonWith, heading, link } from './page.ts'
import { createAccount, signInAs, somebodyNew, useSession } from './accounts.ts'
import { mailsTo } from './mailbox.ts'
import { OPERATOR } from './operator-console.ts'
import { requireEnv } from './world.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedComplaints: [/status of 40[03] /] })

const { t } = textsOf('en')

async function openAs(page: Page, email: string, path: string): Promise<void> {
  await useSession(page, await signIn(requireEnv('E2E_ORIGIN'), email))
  await page.goto(path)
}

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

  await link(page, t('operator:menu.accounts')).click()
  // The overview has a search box too, with another name.
  await page.getByRole('searchbox', { name: t('operator:accounts.search') }).fill('operator@demo')
  await buttonWith(page, t('operator:find')).click()
  await link(page, OPERATOR.email).click()
  await expect(heading(page)).toHaveText(OPERATOR.email)
  await buttonWith(page, t('operator:account.grant')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(OPERATOR.email)
  await buttonWith(dialog, t('operator:account.grant')).click()
  await buttonWith(page, t('operator:account.endPlan')).click()
  await buttonWith(dialog, t('operator:account.endPlan')).click()
  await expect(buttonWith(page, t('operator:account.endPlan'))).toBeHidden()
  await expectAccessible(page, 'account')

  const email = await sendContactMessage()
  await link(page, t('operator:menu.messages')).click()
  await expect(heading(page)).toHaveText(t('operator:menu.messages'))
  await page.getByRole('searchbox').fill(email)
  await buttonWith(page, t('operator:find')).click()
  const write = button(page, t('operator:messages.write'))
  // Other journeys write messages too: the list first shows theirs.
  await expect(page.getByRole('main')).toContainText(email)
  await expect(write).toHaveCount(1)
  await write.click()
  await expect(page.getByLabel(t('operator:messages.answer'))).toBeFocused()
  await expectAccessible(page, 'message')
  await page.keyboard.type('Yes, we know some more.')
  await buttonWith(page, t('operator:messages.send')).click()
  await expect(page.getByText(t('operator:messages.none.found'))).toBeVisible()
  await page.getByLabel(t('operator:messages.state')).selectOption('answered')
  await expect(page.getByText('Yes, we know some more.')).toBeVisible()
  await expect.poll(() => mailsTo(email)).toHaveLength(1)

  await link(page, t('operator:menu.optOuts')).click()
  await expect(heading(page)).toHaveText(t('operator:menu.optOuts'))
  await page
    .getByRole('textbox', { name: t('operator:optOuts.domain'), exact: true })
    .fill('not-a-store.example')
  await buttonWith(page, t('operator:optOuts.look')).click()
  await expect(dialog).toContainText('not-a-store.example')
  await expectAccessible(page, 'opt-out')
  await buttonWith(dialog, t('operator:optOuts.confirm')).click()
  await expect(page.getByRole('row').filter({ hasText: 'host:not-a-store.example' })).toBeVisible()
  await expectAccessible(page, 'opt-outs')
  await link(page, t('operator:menu.deliveries')).click()
  await expect(page.getByRole('region', { name: t('operator:events.title') })).toBeVisible()

  await link(page, t('operator:menu.jobs')).click()
  await expect(heading(page)).toHaveText(t('operator:menu.jobs'))
  await link(page, t('operator:menu.audit')).click()
  await page.getByLabel(t('operator:audit.kind')).selectOption('operator.')
  await expect(page.getByRole('row').filter({ hasText: 'plan.granted' }).first()).toBeVisible()

  await buttonWith(page, t('operator:open.close')).click()
  await expect(heading(page)).toHaveText(t('operator:code.title'))
})

test('an operator locks an account, unlocks it and erases it', async ({ page, operatorToken }) => {
  const person = somebodyNew('Lena Lock')
  await createAccount(person, textsOf('en'))
  await useSession(page, { token: operatorToken })
  await page.goto(`/operator/accounts?q=${encodeURIComponent(person.email)}`)
  await link(page, person.email).click()
  await expect(page).toHaveTitle(new RegExp(person.email))
  const dialog = page.getByRole('dialog')
  const press = async (key: 'lock' | 'unlock' | 'erase') => {
    await button(page, t(`operator:ending.${key}`)).click()
    await expect(dialog).toContainText(person.email)
    await expectAccessible(page, key)
  }
  const confirm = (key: 'lock' | 'unlock' | 'erase') =>
    button(dialog, t(`operator:ending.${key}`)).click()

  await press('lock')
  await confirm('lock')
  await expect(page.getByText(t('operator:accounts.locked'), { exact: true })).toBeVisible()
  await expect(signInAs(person)).rejects.toThrow('403')
  await press('unlock')
  await confirm('unlock')
  await expect(button(page, t('operator:ending.lock'))).toBeVisible()
  await signInAs(person)

  await press('erase')
  await confirm('erase')
  await expect(dialog).toContainText(t('operator:ending.otherAddress'))
  await dialog.getByLabel(t('operator:ending.typeAddress')).fill(person.email)
  await confirm('erase')
  await expect(page).toHaveURL(/\/operator\/accounts$/)
  await expect(signInAs(person)).rejects.toThrow('401')
})

test('an operator switches screenshots off and on again, after reading what will happen', async ({
  page,
  operatorToken,
}) => {
  await useSession(page, { token: operatorToken })
  await page.goto('/operator/features')
  const feature = page
    .getByRole('listitem')
    .filter({ hasText: t('operator:features.names.screenshots') })
  const dialog = page.getByRole('dialog')
  await feature.getByRole('button').click()
  await expect(dialog).toContainText(t('operator:features.offText.screenshots'))
  await expectAccessible(page, 'switch off')
  await button(dialog, t('operator:features.switchOff')).click()
  await expect(feature).toContainText(t('operator:features.off'))
  await feature.getByRole('button').click()
  await expect(dialog).toContainText(t('operator:features.onText.screenshots'))
  await button(dialog, t('operator:features.switchOn')).click()
  await expect(feature.getByText(t('operator:features.on'), { exact: true })).toBeVisible()
})

test('a console whose hour is over asks for a code again, and shows nothing', async ({
  page,
  operatorToken,
}) => {
  await useSession(page, { token: operatorToken })
  await page.goto('/operator/accounts')
  await expect(heading(page)).toHaveText(t('operator:menu.accounts'))
  await answer(page, '/api/operator/session', { json: { isOperator: true, until: null } })
  await answer(page, '/api/operator/messages', refusal(403, 'second_factor_required', ''))
  await link(page, t('operator:menu.messages')).click()
  await expect(heading(page)).toHaveText(t('operator:code.title'))
  await expect(page.getByRole('navigation', { name: t('operator:menu.label') })).toBeHidden()
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

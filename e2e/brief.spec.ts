import type { Page } from '@playwright/test'
import type { Today } from '#contracts/catalog/today.ts'
import type { BriefSettings } from '#contracts/workspace/brief.ts'
import type { LoggedDelivery } from '#contracts/workspace/deliveries.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { refusal } from './account-answers.ts'
import { createMember, somebodyNew, useSession } from './accounts.ts'
import { expectStateAccessible } from './axe.ts'
import { daysAgo } from './days.ts'
import { findOverflow } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { call } from './own-things.ts'
import { button, field } from './page.ts'
import { FIT_LANGUAGES } from './scope.ts'

const texts = textsOf('en')
const { t } = texts

const person = somebodyNew('Uli Brief')
let client: Client
test.beforeAll(async () => {
  client = await createMember(person, 'plus', texts)
  await call(client, 'POST', '/api/today/first-run/end')
})
test.beforeEach(({ page }) => useSession(page, client))
test.describe.configure({ mode: 'serial' })

const brief = (page: Page) => page.getByRole('region', { name: t('brief:title'), exact: true })
const group = (page: Page, name: string) => brief(page).getByRole('region', { name, exact: true })

test('an account without anything is offered a first follow, and sees its figures at once', async ({
  page,
}) => {
  await page.goto('/app')
  const offers = page.getByRole('region', { name: t('brief:first.title') })
  await expect(offers).toBeVisible()
  await expectStateAccessible(page, 'offers of the brief')
  await button(offers, t('brief:first.followButton')).click()
  await expect(group(page, t('brief:niches.title')).getByRole('listitem')).toHaveCount(1)
  await expect(offers).toBeHidden()
})

test('a due step that is done stays in its place with the way back, and nothing moves up', async ({
  page,
}) => {
  const { newest } = await client.get<Today>('/api/today')
  const [late, due] = newest
  if (!late || !due) throw new Error('the demo has no stores')
  const step = { version: 0, stage: 'contacted', nextStep: 'Send the offer' }
  await call(client, 'PUT', `/api/leads/${late.id}`, { ...step, nextDay: daysAgo(2) })
  await call(client, 'PUT', `/api/leads/${due.id}`, { ...step, nextDay: daysAgo(0) })
  await page.goto('/app')
  const steps = group(page, t('brief:steps.title'))
  const [first, second] = [steps.getByRole('listitem').nth(0), steps.getByRole('listitem').nth(1)]
  await expect(first).toContainText(late.name)
  await expect(first).toContainText('2 days late')
  await expect(second).toContainText(t('brief:steps.today'))
  await expectStateAccessible(page, 'brief')
  const before = await second.boundingBox()

  await button(first, t('brief:steps.markDone', { name: late.name })).click()
  await expect(button(first, `${t('brief:undo')}: ${late.name}`)).toBeEnabled()
  expect(await second.boundingBox()).toEqual(before)
  const stepOf = async () =>
    (await client.get<{ nextStep: string | null }>(`/api/leads/${late.id}`)).nextStep
  expect(await stepOf()).toBeNull()
  await button(first, `${t('brief:undo')}: ${late.name}`).press('Enter')
  await expect(button(first, t('brief:steps.markDone', { name: late.name }))).toBeVisible()
  await expect.poll(stepOf).toBe('Send the offer')
})

test.describe('a server in trouble', () => {
  test.use({ expectedComplaints: [/status of 500/] })

  test('a step that the server refuses to complete is back, with the reason', async ({ page }) => {
    await page.route('**/api/leads/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill(refusal(500, 'internal', 'Broken'))
        : route.continue(),
    )
    await page.goto('/app')
    const first = group(page, t('brief:steps.title')).getByRole('listitem').first()
    await first.getByRole('button').first().click()
    await expect(page.getByText(t('brief:refused'))).toBeVisible()
    await expect(first).toContainText('2 days late')
  })
})

test('a folded brief says what it holds and stays folded', async ({ page }) => {
  await page.goto('/app')
  const fold = button(brief(page), t('brief:fold'))
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(brief(page)).toContainText('2 steps due')
  await page.reload()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.press('Enter')
  await expect(group(page, t('brief:steps.title'))).toBeVisible()
})

for (const width of [320, 768, 1366, 1920])
  test(`the brief fits into ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 })
    for (const language of FIT_LANGUAGES) {
      await page.goto(`/app?lang=${language}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
      expect(await findOverflow(page), language).toEqual([])
    }
  })

test('its hours and its zone are chosen in the settings, and a test arrives and is logged', async ({
  page,
}) => {
  await page.goto('/settings/brief')
  const form = page.getByRole('region', { name: t('brief:settings.title') })
  await form.getByText(t('brief:settings.paces.weekly')).click()
  await field(form, t('brief:settings.weekday')).selectOption('3')
  await field(form, t('brief:settings.hour')).selectOption('6')
  const zone = field(form, t('brief:settings.zone'))
  await zone.fill('Australia')
  await expect(form).toContainText(t('brief:settings.zoneUnknown'))
  await expect(button(form, t('brief:settings.save'))).toBeDisabled()
  await zone.fill('Australia/Sydney')
  await field(form, t('brief:settings.quietFrom')).selectOption('22')
  await expectStateAccessible(page, 'settings of the brief')
  await button(form, t('brief:settings.save')).click()
  await expect(form).toContainText('Australia/Sydney')
  expect(await client.get<BriefSettings>('/api/brief/settings')).toMatchObject({
    pace: 'weekly',
    weekday: 3,
    hour: 6,
    timeZone: 'Australia/Sydney',
    quietFrom: 22,
    quietUntil: 6,
    mail: true,
  })
  const mails = (await mailsTo(person.email)).length
  await button(page, t('brief:test.mail')).click()
  await expect.poll(async () => (await mailsTo(person.email)).length).toBeGreaterThan(mails)

  const latest = async () =>
    (await client.get<{ content: LoggedDelivery[] }>('/api/deliveries')).content[0]
  await expect
    .poll(async () => (await latest())?.subject)
    .toBe((await mailsTo(person.email))[0]?.subject)
  await page.goto('/settings/deliveries')
  const log = page.getByRole('region', { name: t('deliveries:title') })
  const subject = (await latest())?.subject ?? ''
  await expect(log.getByRole('listitem').first()).toContainText(subject)
  await expectStateAccessible(page, 'delivery log')
  await log.getByText(t('deliveries:outcomes.failed')).click()
  await expect(page).toHaveURL(/failed=yes/)
  await expect(log).toContainText(t('deliveries:noneChosen'))
})

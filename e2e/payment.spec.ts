import type { Page } from '@playwright/test'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { createAccount, type NewPerson, signInAs, somebodyNew } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { loginScreen } from './login-screen.ts'
import { buttonWith, heading, link, openHydrated } from './page.ts'

const texts = textsOf('en')
const { t } = texts

// Each test waits as people do: for mails, for events of the payment page, for pages that redirect.
test.describe.configure({ timeout: 120_000 })

test(
  'a plan chosen before login can be paid for and opens once the payment is confirmed',
  {
    tag: [
      '@pricing.anonymous-choice',
      '@payment.successful',
      '@payment.redirect-refresh-failed',
      '@payment.no-params-user-1s',
      '@routes.payment-success',
    ],
  },
  async ({ page }) => {
    const person = somebodyNew('Payer Prompt')
    await createAccount(person, texts)
    await openHydrated(page, '/pricing?billing=annual')
    await plusCard(page).getByRole('link').click()
    await expect(page).toHaveURL(/\/register$/)
    await logIn(page, person)
    await buttonWith(page, t('pricing:resume.pay')).click()
    // The events of the payment page arrive late, sometimes twice, and out of order.
    await pay(page, 'Pays', '$549.00')
    await expect(page).toHaveURL(/\/payment-success\?success=true&checkout_id=/)
    await expect(heading(page)).toHaveText('Processing Payment...')
    await expect(heading(page)).toHaveText('Payment Successful!')
    await expect(page.getByText('Plan updated', { exact: true })).toBeVisible()
    await expect(link(page, t('payment:dashboard'))).toHaveAttribute('href', '/app')
    await expect(page).toHaveURL(/\/app(\?|$)/)
    await expect(page.getByRole('group', { name: t('date-picker:calendar.label') })).toBeVisible()

    // A visit without a payment also leads on.
    await page.goto('/payment-success')
    await expect(page).toHaveURL(/\/app(\?|$)/)

    // Without an answer the page claims nothing and still opens the dashboard.
    await page.route('**/api/subscription/payment-status*', (route) =>
      route.fulfill({ status: 503 }),
    )
    await page.goto('/payment-success?session_id=1')
    await expect(heading(page)).toHaveText(t('payment:unchecked.title'))
    await expect(page).toHaveURL(/\/app(\?|$)/)
  },
)
test.use({ expectedComplaints: [/status of 503 .*payment-status/] })

test.describe('a stale page', () => {
  test.use({ expectedComplaints: [/status of 409 .*create-checkout/] })

  test('a declined card changes nothing; a payment without a return opens the plan and cannot be made twice', async ({
    page,
    context,
  }) => {
    const person = somebodyNew('Payer Lost')
    await createAccount(person, texts)
    const api = await signInAs(person)
    await logIn(page, person)
    const choose = (on: Page) => buttonWith(plusCard(on), t('pricing:choose', { plan: 'Plus' }))
    const stale = await context.newPage()
    await stale.goto('/pricing')
    await expect(choose(stale)).toBeVisible()

    await choose(page).click()
    await pay(page, 'Is declined', '$79.00')
    await expect(page.getByRole('alert')).toContainText('declined')
    expect(await planOf(api)).toBe('guest')
    await link(page, 'Back without paying').click()
    await expect(page).toHaveURL(/\/pricing$/)
    await choose(page).click()
    await pay(page, 'Pays, but you are not sent back', '$79.00')
    await expect(heading(page)).toHaveText('Paid')
    await page.close()

    await choose(stale).click()
    await expect(stale).toHaveURL(/\/settings\/plan$/)
    await expect(stale.getByText(t('errors:already_subscribed'))).toBeVisible()
    await expect.poll(() => planOf(api)).toBe('plus')
    await stale.goto('/app')
    await expect(stale.getByRole('group', { name: t('date-picker:calendar.label') })).toBeVisible()
  })
})

const plusCard = (page: Page) =>
  page.getByRole('region', { name: t('pricing:plans.plus.name'), exact: true })

async function logIn(page: Page, { email, password }: NewPerson): Promise<void> {
  const screen = loginScreen(page, texts)
  await screen.open()
  await screen.signIn(email, password)
  await expect(page).toHaveURL(/\/pricing$/)
}

async function pay(page: Page, does: string, amount: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`${does}$`) }).check()
  await buttonWith(page, `Pay ${amount}`).click()
}

const planOf = async (client: Client): Promise<string> =>
  (await client.get<{ productName: string }>('/api/plans/current')).productName

import type { Role } from '#contracts/accounts/auth.ts'
import { WEBHOOK_PATH } from '#server/billing/provider/signed-webhook.ts'
import { syncCustomer } from '#server/billing/sync-customer.ts'
import type { PaymentEvent } from '#sim/payment-page/ledger-types.ts'
import { type Answer, startTestApp, type TestAccount, type TestApp } from '#testing/test-app.ts'
import {
  type SignedEvent,
  startTestPaymentPage,
  type TestPaymentPage,
} from '#testing/test-payment-page.ts'

export type Buyer = Omit<TestAccount, 'email'>

export type BillingApp = AsyncDisposable & {
  app: TestApp
  page: TestPaymentPage
  newBuyer: (role?: Role) => Promise<Buyer>
  /** Who has bought Pro, unless another choice is given. */
  newCustomer: (choice?: object, card?: string) => Promise<Buyer>
  post: (event: SignedEvent) => Promise<Answer>
  deliver: (events?: readonly PaymentEvent[]) => Promise<Answer[]>
  runJobs: () => Promise<void>
  buy: (buyer: Buyer, choice?: object, card?: string) => Promise<void>
  roleOf: (buyer: Buyer) => Promise<string>
  subscriptionOf: (buyer: Buyer) => ReturnType<TestPaymentPage['subscriptionsOf']>[number]
  statusOf: (buyer: Buyer) => Promise<any> // oxlint-disable-line no-explicit-any -- an answer, read by tests
}

/** The product with the demo world's payment page; tests deliver its events by hand. */
export async function startBillingApp(): Promise<BillingApp> {
  const page = await startTestPaymentPage({ now: () => app.ctx.now() })
  const app = await startTestApp({ config: { ...page.config } })
  const { ctx } = app

  const post: BillingApp['post'] = ({ body, signature }) =>
    app.anonymous({
      method: 'POST',
      url: WEBHOOK_PATH,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    })
  const runJobs = async () => {
    const waiting = await ctx.db
      .selectFrom('billing_events')
      .select('customer_id')
      .distinct()
      .where('processed_at', 'is', null)
      .execute()
    for (const { customer_id: customerId } of waiting)
      if (customerId) await syncCustomer(ctx, customerId)
  }
  const deliver: BillingApp['deliver'] = async (events = page.takeEvents()) => {
    const answers: Answer[] = []
    for (const event of events) answers.push(await post(page.sign(event)))
    return answers
  }
  const buy: BillingApp['buy'] = async ({ send }, choice = { planId: 'pro' }, card) => {
    const answer = await send({
      method: 'POST',
      url: '/api/subscription/create-checkout',
      payload: choice,
    })
    page.pay(answer.json().checkoutUrl, card)
    await deliver()
    await runJobs()
  }
  const statusOf: BillingApp['statusOf'] = async ({ send }) =>
    (await send('/api/plans/status')).json()
  return {
    app,
    page,
    post,
    deliver,
    runJobs,
    statusOf,
    newBuyer: (role) => app.newAccount(role),
    async newCustomer(choice, card) {
      const buyer = await app.newAccount()
      await buy(buyer, choice, card)
      return buyer
    },
    buy,
    subscriptionOf({ userId }) {
      const [subscription] = page.subscriptionsOf(userId)
      if (!subscription) throw new Error('there is no subscription')
      return subscription
    },
    roleOf: async ({ send }) => (await send('/api/auth/me')).json().role,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await page[Symbol.asyncDispose]()
    },
  }
}

import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { type BillingApp, type Buyer, startBillingApp } from '#testing/billing-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { post } from '#testing/test-app.ts'

/** Shared by the tests of a file. A checkout is one of Pro unless told otherwise. */
export function useBillingApp() {
  const at: BillingApp = sharedByTests(startBillingApp)
  const checkout = ({ send }: Buyer, payload: object = { planId: 'pro' }) =>
    post(send, '/api/subscription/create-checkout', payload)
  return {
    at,
    checkout,
    openPage: async (
      buyer: Buyer,
      payload?: object,
    ): Promise<{ checkoutUrl: string; checkoutId: string }> =>
      (await checkout(buyer, payload)).json(),
    quote: ({ send }: Buyer, planId: string, billingCycle = 'monthly') =>
      send(`/api/plans/change?planId=${planId}&billingCycle=${billingCycle}`),
    confirm: ({ send }: Buyer, planId: string, quotedAt: string, billingCycle = 'monthly') =>
      post(send, '/api/plans/change', { planId, billingCycle, quotedAt }),
    cancel: ({ send }: Buyer) => post(send, '/api/plans/cancel?cancelAtPeriodEnd=true'),
    async settle() {
      await at.deliver()
      await at.runJobs()
    },
    /** After a jump of the clock that ended their session. */
    signInAgain: async ({ userId }: Buyer): Promise<Buyer> => ({
      userId,
      ...(await at.app.openSession(userId)),
    }),
    /** The kinds of the mails that wait for them. */
    async mailsTo({ userId }: Buyer): Promise<string[]> {
      const mails = at.app.ctx.db.selectFrom('outgoing_mails').select('kind')
      const own = await mails.where('user_id', '=', userId).execute()
      return own.map(({ kind }) => kind).toSorted()
    },
    async withPrices<Answer>(pro: number, call: () => Promise<Answer>): Promise<Answer> {
      const { config } = at.app.ctx
      const before = config.PRICES
      const { USD, ...others } = defaultPriceList
      const changed = {
        ...USD,
        pro: { ...USD.pro, monthly: pro },
        plus: { ...USD.plus, monthly: pro * 2 },
      }
      config.PRICES = JSON.stringify({ ...others, USD: changed })
      try {
        return await call()
      } finally {
        config.PRICES = before
      }
    },
  }
}

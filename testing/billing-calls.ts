import { defaultPriceList } from '#contracts/billing/price-list.ts'
import type { BillingApp, Buyer } from '#testing/billing-app.ts'

export function createBillingCalls(at: () => BillingApp) {
  const checkout = ({ send }: Buyer, payload: object) =>
    send({ method: 'POST', url: '/api/subscription/create-checkout', payload })
  return {
    checkout,
    openPage: async (
      buyer: Buyer,
      payload: object,
    ): Promise<{ checkoutUrl: string; checkoutId: string }> =>
      (await checkout(buyer, payload)).json(),
    quote: ({ send }: Buyer, planId: string, billingCycle = 'monthly') =>
      send(`/api/plans/change?planId=${planId}&billingCycle=${billingCycle}`),
    async settle() {
      await at().deliver()
      await at().runJobs()
    },
    async withPrices<Answer>(pro: number, call: () => Promise<Answer>): Promise<Answer> {
      const { config } = at().app.ctx
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

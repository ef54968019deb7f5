import * as z from 'zod'
import type { BillingProvider, ChangeOrder } from '#server/features/billing/billing-provider.ts'
import type { SandboxCall } from './sandbox-calls.ts'

type Changes = Pick<
  BillingProvider,
  'quoteChange' | 'changeNow' | 'changeAtPeriodEnd' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'
>

const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('declined') }),
  z.object({ kind: z.literal('payment_needed'), url: z.string() }),
])

/** Changes to an existing subscription. */
export function sandboxChanges(ask: SandboxCall): Changes {
  const ofSubscription = (id: string, deed: string, body: object = {}) =>
    ask('POST', `/api/subscriptions/${encodeURIComponent(id)}/${deed}`, body)
  return {
    async quoteChange({ subscriptionId, ...order }) {
      const answer = await ofSubscription(subscriptionId, 'quote', wireOf(order))
      return z.object({ dueNowMinor: z.int() }).parse(answer).dueNowMinor
    },
    changeNow: async ({ subscriptionId, ...order }) =>
      Outcome.parse(await ofSubscription(subscriptionId, 'change-now', wireOf(order))),
    changeAtPeriodEnd: async ({ subscriptionId, ...order }) =>
      void (await ofSubscription(subscriptionId, 'change-later', wireOf(order))),
    cancelAtPeriodEnd: async (id) => void (await ofSubscription(id, 'cancel-at-period-end')),
    resume: async (id) => void (await ofSubscription(id, 'resume')),
    cancelNow: async (id) => void (await ofSubscription(id, 'cancel-now')),
  }
}

const wireOf = ({ quotedAt, ...order }: Omit<ChangeOrder, 'subscriptionId' | 'idempotencyKey'>) => ({
  ...order,
  quotedAt: quotedAt.getTime(),
})

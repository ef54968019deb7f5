import * as z from 'zod'
import { BillingCycle, PaidPlan } from '#contracts/price-list.ts'
import { invalidRequest } from '#server/errors.ts'
import type {
  BillingEvent,
  BillingProvider,
  CustomerTruth,
} from '#server/features/billing/billing-provider.ts'
import { WEBHOOK_PATH } from '#server/features/billing/webhook-operation.ts'
import { isSignedWebhook } from '#server/features/billing/webhook-signature.ts'
import { createSandboxCalls } from './sandbox-calls.ts'
import { sandboxChanges } from './sandbox-changes.ts'

const Time = z.int().transform((ms) => new Date(ms))

const Truth = z.object({
  subscriptions: z.array(
    z
      .object({
        id: z.string(),
        checkoutId: z.uuid().nullable(),
        plan: PaidPlan,
        billingCycle: BillingCycle,
        status: z.enum(['active', 'past_due', 'ended']),
        currency: z.string(),
        amountMinor: z.int(),
        periodEndsAt: Time,
        cancelAtPeriodEnd: z.boolean(),
        next: z.object({ plan: PaidPlan, billingCycle: BillingCycle, startsAt: Time }).nullable(),
        startedAt: Time,
      })
      .transform(({ id, ...subscription }) => ({ subscriptionId: id, ...subscription })),
  ),
  invoices: z.array(
    z
      .object({
        id: z.string(),
        number: z.string(),
        plan: PaidPlan,
        status: z.enum(['paid', 'open', 'void']),
        amountMinor: z.int(),
        currency: z.string(),
        issuedAt: Time,
        failedAttempts: z.int(),
        url: z.string(),
      })
      .transform(({ id, ...invoice }) => ({ invoiceId: id, ...invoice })),
  ),
})

const CheckoutState = z.object({ state: z.enum(['open', 'paid', 'closed']) })
const Event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(200),
  data: z.object({ object: z.object({ customer: z.string().max(200).nullish() }) }),
})

/** The payment page of the demo world, called over HTTP like any other provider. */
export function createSandbox({
  url,
  secretKey,
  webhookSecret,
  origin,
}: {
  url: string
  secretKey: string
  webhookSecret: string
  /** Our own origin, which receives its events. */
  origin: string
}): BillingProvider {
  const { ask, askMaybe } = createSandboxCalls({ url, secretKey })
  const checkoutPath = (id: string) => `/api/checkouts/${encodeURIComponent(id)}`
  return {
    name: 'sandbox',
    async ensureCustomer({ replaces: _gone, ...person }) {
      const answer = await ask('POST', '/api/customers', {
        ...person,
        webhookUrl: `${origin}${WEBHOOK_PATH}`,
      })
      return z.object({ customerId: z.string() }).parse(answer).customerId
    },
    async createCheckout({ expiresAt, ...order }) {
      const answer = await askMaybe('POST', '/api/checkouts', { ...order, expiresAt: expiresAt.getTime() })
      if (answer === null) return 'customer_gone'
      return z.object({ providerCheckoutId: z.string(), url: z.url() }).parse(answer)
    },
    async closeCheckout(id) {
      return stateOf(await askMaybe('POST', `${checkoutPath(id)}/close`)) === 'paid' ? 'paid' : 'closed'
    },
    readCheckout: async (id) => stateOf(await askMaybe('GET', checkoutPath(id))),
    ...sandboxChanges(ask),
    async portalUrl({ customerId, returnUrl }) {
      const answer = await askMaybe('POST', '/api/portals', { customerId, returnUrl })
      return answer === null ? null : z.object({ url: z.url() }).parse(answer).url
    },
    async readCustomer(customerId): Promise<CustomerTruth | null> {
      const answer = await askMaybe('GET', `/api/customers/${encodeURIComponent(customerId)}`)
      return answer === null ? null : Truth.parse(answer)
    },
    verifyWebhook(rawBody, signature, now): BillingEvent {
      if (!isSignedWebhook(rawBody, signature, { secret: webhookSecret, now })) throw invalidRequest()
      const event = Event.safeParse(parseJson(rawBody))
      if (!event.success) throw invalidRequest(undefined, event.error)
      const { id, type, data } = event.data
      return { eventId: id, kind: type, customerId: data.object.customer ?? null }
    },
  }
}

const stateOf = (answer: unknown) => (answer === null ? 'closed' : CheckoutState.parse(answer).state)

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

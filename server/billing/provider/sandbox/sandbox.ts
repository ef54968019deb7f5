import * as z from 'zod'
import { BillingCycle, PaidPlan } from '#contracts/billing/price-list.ts'
import type {
  BillingProvider,
  ChangeOrder,
  CustomerSnapshot,
  PlanChanges,
} from '#server/billing/provider/billing-provider.ts'
import { readSignedEvent, WEBHOOK_PATH } from '#server/billing/provider/signed-webhook.ts'
import { AppError } from '#server/platform/errors.ts'

const Time = z.int().transform((ms) => new Date(ms))

const Snapshot = z.object({
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
  /** It receives the events. */
  origin: string
}): BillingProvider {
  const { call, callOrNull } = createSandboxCalls({ url, secretKey })
  const checkoutPath = (id: string) => `/api/checkouts/${encodeURIComponent(id)}`
  return {
    name: 'sandbox',
    async ensureCustomer({ replaces: _gone, ...person }) {
      const answer = await call('POST', '/api/customers', {
        ...person,
        webhookUrl: `${origin}${WEBHOOK_PATH}`,
      })
      return z.object({ customerId: z.string() }).parse(answer).customerId
    },
    async createCheckout({ expiresAt, ...order }) {
      const answer = await callOrNull('POST', '/api/checkouts', {
        ...order,
        expiresAt: expiresAt.getTime(),
      })
      if (answer === null) return 'customer_gone'
      return z.object({ providerCheckoutId: z.string(), url: z.url() }).parse(answer)
    },
    async closeCheckout(id) {
      return stateOf(await callOrNull('POST', `${checkoutPath(id)}/close`)) === 'paid'
        ? 'paid'
        : 'closed'
    },
    readCheckout: async (id) => stateOf(await callOrNull('GET', checkoutPath(id))),
    ...sandboxChanges(call),
    async portalUrl({ customerId, returnUrl }) {
      const answer = await callOrNull('POST', '/api/portals', { customerId, returnUrl })
      return answer === null ? null : z.object({ url: z.url() }).parse(answer).url
    },
    async readCustomer(customerId): Promise<CustomerSnapshot | null> {
      const answer = await callOrNull('GET', `/api/customers/${encodeURIComponent(customerId)}`)
      return answer === null ? null : Snapshot.parse(answer)
    },
    verifyWebhook: (rawBody, signature, now) =>
      readSignedEvent(rawBody, signature, { secret: webhookSecret, now }),
  }
}

const stateOf = (answer: unknown) =>
  answer === null ? 'closed' : CheckoutState.parse(answer).state

const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('declined') }),
  z.object({ kind: z.literal('payment_needed'), url: z.string() }),
])

function sandboxChanges(call: SandboxCall): PlanChanges {
  const ofSubscription = (id: string, action: string, body: object = {}) =>
    call('POST', `/api/subscriptions/${encodeURIComponent(id)}/${action}`, body)
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

const wireOf = ({
  quotedAt,
  ...order
}: Omit<ChangeOrder, 'subscriptionId' | 'idempotencyKey'>) => ({
  ...order,
  quotedAt: quotedAt.getTime(),
})

const TIMEOUT_MS = 8_000

type SandboxCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** @throws AppError `billing_unavailable` from both when there is no usable answer */
function createSandboxCalls({ url, secretKey }: { url: string; secretKey: string }): {
  call: SandboxCall
  /** Null when the provider answers that it does not exist. */
  callOrNull: SandboxCall
} {
  const callOrNull: SandboxCall = async (method, path, body = {}) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = {
      method,
      headers,
      signal,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    }
    try {
      const answer = await fetch(new URL(path, url), request)
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`the payment page answered ${answer.status}`)
      return await answer.json()
    } catch (error) {
      throw new AppError('billing_unavailable', { cause: error })
    }
  }
  return {
    callOrNull,
    async call(method, path, body) {
      const answer = await callOrNull(method, path, body)
      if (answer === null)
        throw new AppError('billing_unavailable', {
          cause: new Error(`the payment page does not know ${path}`),
        })
      return answer
    },
  }
}

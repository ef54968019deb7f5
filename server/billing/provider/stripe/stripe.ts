import Stripe from 'stripe'
import type { BillingEvent, BillingProvider } from '#server/billing/provider/billing-provider.ts'
import { isSignedWebhook, WEBHOOK_TOLERANCE_SECONDS } from '#server/billing/provider/signed-webhook.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { stripeChanges } from './stripe-changes.ts'
import { stripeCheckouts } from './stripe-checkouts.ts'
import { readStripeCustomer } from './stripe-customer.ts'

/** The version that the SDK's types describe: other versions answer in other shapes. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

const TIMEOUT_MS = 10_000
const RETRIES = 2

export type StripeParts = {
  secretKey: string
  webhookSecret: string
  /** For tests only; by default Stripe's own host. */
  host?: { host: string; port: number; protocol: 'http' }
}

export function createStripe({ secretKey, webhookSecret, host }: StripeParts): BillingProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...host,
  })
  return {
    name: 'stripe',
    ...guarded({
      ...stripeCheckouts(stripe),
      ...stripeChanges(stripe),
      readCustomer: (customerId: string) => readStripeCustomer(stripe, customerId),
    }),
    verifyWebhook: (rawBody, signature, now) =>
      verifyEvent(stripe, { rawBody, signature, webhookSecret, now }),
  }
}

type Calls = Omit<BillingProvider, 'name' | 'verifyWebhook'>

/** Turns every Stripe error into one refusal: the call cannot be done now. Our own refusals pass through. */
function guarded(calls: Calls): Calls {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    async (...input: never[]): Promise<unknown> => {
      try {
        return await (call as (...input: never[]) => Promise<unknown>)(...input)
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError('billing_unavailable', { cause: error })
      }
    },
  ])
  // Safe: the same names, each with the call that it had.
  return Object.fromEntries(entries) as Calls
}

type Signed = { rawBody: Buffer; signature: string | undefined; webhookSecret: string; now: Date }

/** Both the SDK and our own check verify it: the SDK rejects only old timestamps, and accepts the last of two timestamps. */
function verifyEvent(stripe: Stripe, { rawBody, signature, webhookSecret, now }: Signed): BillingEvent {
  if (!isSignedWebhook(rawBody, signature, { secret: webhookSecret, now })) throw invalidRequest()
  const event = ((): Stripe.Event => {
    try {
      const tolerance = WEBHOOK_TOLERANCE_SECONDS
      return stripe.webhooks.constructEvent(
        rawBody,
        signature ?? '',
        webhookSecret,
        tolerance,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      throw invalidRequest(undefined, error)
    }
  })()
  if (typeof event.id !== 'string' || typeof event.type !== 'string') throw invalidRequest()
  return { eventId: event.id, kind: event.type, customerId: customerOf(event) }
}

/** Most objects name their customer; a customer object names itself. Null for events without a customer. */
function customerOf({ data }: Stripe.Event): string | null {
  const about = Object(data?.object) as { id?: unknown; object?: unknown; customer?: unknown }
  if (about.object === 'customer' && typeof about.id === 'string') return about.id
  if (typeof about.customer === 'string') return about.customer
  const { id } = Object(about.customer) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

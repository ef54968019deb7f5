import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { Language } from '#i18n/languages.ts'
import type { BillingProvider, CheckoutOrder } from '#server/billing/provider/billing-provider.ts'
import { readSignedEvent } from '#server/billing/provider/signed-webhook.ts'
import { AppError } from '#server/platform/errors.ts'
import { stripeChanges } from './stripe-changes.ts'
import { readStripeCustomer } from './stripe-customer.ts'
import { ensurePrice, toUnixSeconds } from './stripe-prices.ts'

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
      readSignedEvent(rawBody, signature, { secret: webhookSecret, now }),
  }
}

type Calls = Omit<BillingProvider, 'name' | 'verifyWebhook'>

/**
 * Turns every Stripe error into one refusal: the call cannot be done now. Our own refusals pass
 * through.
 */
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

type Checkouts = Pick<
  BillingProvider,
  'ensureCustomer' | 'createCheckout' | 'closeCheckout' | 'readCheckout' | 'portalUrl'
>

const LOCALES = {
  en: 'en',
  tr: 'tr',
  es: 'es',
  fr: 'fr',
  de: 'de',
  pt: 'pt-BR',
} as const satisfies Record<Language, string>

const stripeCheckouts = (stripe: Stripe): Checkouts => ({
  async ensureCustomer({ userId, email, name, replaces }) {
    // The key includes the customer's details: Stripe refuses a reused key with another name or
    // address. It also includes the deleted customer, which Stripe would otherwise return again for
    // a day.
    const what = createHash('sha256')
      .update(JSON.stringify([email, name, ...(replaces === null ? [] : [replaces])]))
      .digest('hex')
      .slice(0, 16)
    const customer = await stripe.customers.create(
      { email, name, metadata: { userId } },
      { idempotencyKey: `customer-${userId}-${what}` },
    )
    return customer.id
  },
  async createCheckout(order) {
    const price = await ensurePrice(stripe, order)
    const session = await unlessMissing('customer', createSession(stripe, order, price))
    if (!session) return 'customer_gone'
    if (!session.url) throw new Error('the checkout has no page')
    return { providerCheckoutId: session.id, url: session.url }
  },
  async closeCheckout(id) {
    try {
      await stripe.checkout.sessions.expire(id)
      return 'closed'
    } catch (error) {
      // Only an open session can be closed; the state of any other has to be read.
      const session = await readSession(stripe, id)
      if (session?.status === 'open') throw error
      return session?.status === 'complete' ? 'paid' : 'closed'
    }
  },
  async readCheckout(id) {
    const session = await readSession(stripe, id)
    return session ? stateOf(session) : 'closed'
  },
  async portalUrl({ customerId, returnUrl, language }) {
    const session = await unlessMissing(
      'customer',
      stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        locale: LOCALES[language],
      }),
    )
    return session && session.url
  },
})

function createSession(
  stripe: Stripe,
  { checkoutId, customerId, language, successUrl, cancelUrl, expiresAt }: CheckoutOrder,
  price: string,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: checkoutId,
      locale: LOCALES[language],
      line_items: [{ quantity: 1, price }],
      // A higher plan is charged at once, which is impossible with bank debits.
      allowed_payment_method_types: ['card'],
      // Otherwise Stripe may show and charge another currency than we did.
      adaptive_pricing: { enabled: false },
      metadata: { checkoutId },
      subscription_data: { metadata: { checkoutId } },
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: toUnixSeconds(expiresAt),
    },
    { idempotencyKey: `checkout-${checkoutId}` },
  )
}

/**
 * A bank may take days after the page was finished: until then the checkout is neither paid nor
 * closed.
 */
function stateOf({
  status,
  payment_status: paid,
}: Stripe.Checkout.Session): 'open' | 'paid' | 'closed' {
  if (status === 'complete') return paid === 'unpaid' ? 'open' : 'paid'
  return status === 'expired' ? 'closed' : 'open'
}

/** The customer was deleted there, or was created with other keys. */
async function unlessMissing<Answer>(
  param: string,
  answer: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeError &&
      error.code === 'resource_missing' &&
      error.param === param
    if (isMissing) return null
    throw error
  }
}

const readSession = (stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> =>
  unlessMissing('session', stripe.checkout.sessions.retrieve(id))

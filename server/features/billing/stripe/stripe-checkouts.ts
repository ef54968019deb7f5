import type Stripe from 'stripe'
import type { Language } from '#i18n/languages.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import { ensureProduct, priceDataOf } from './stripe-products.ts'

type Checkouts = Pick<
  BillingProvider,
  'ensureCustomer' | 'createCheckout' | 'closeCheckout' | 'readCheckout' | 'portalUrl'
>

const LOCALES = { en: 'en', tr: 'tr', es: 'es', fr: 'fr', de: 'de', pt: 'pt-BR' } as const satisfies Record<
  Language,
  string
>
const SECOND_MS = 1000

export const stripeCheckouts = (stripe: Stripe): Checkouts => ({
  async ensureCustomer({ userId, email, name }) {
    const customer = await stripe.customers.create(
      { email, name, metadata: { userId } },
      { idempotencyKey: `customer-${userId}` },
    )
    return customer.id
  },
  async createCheckout({ checkoutId, customerId, language, successUrl, cancelUrl, expiresAt, ...offer }) {
    const product = await ensureProduct(stripe, offer.plan)
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: checkoutId,
        locale: LOCALES[language],
        line_items: [{ quantity: 1, price_data: priceDataOf(offer, product) }],
        // Or Stripe may show and charge another currency than we did.
        adaptive_pricing: { enabled: false },
        metadata: { checkoutId },
        subscription_data: { metadata: { checkoutId } },
        success_url: successUrl,
        cancel_url: cancelUrl,
        expires_at: Math.floor(expiresAt.getTime() / SECOND_MS),
      },
      { idempotencyKey: `checkout-${checkoutId}` },
    )
    if (!session.url) throw new Error('the checkout has no page')
    return { providerCheckoutId: session.id, url: session.url }
  },
  async closeCheckout(id) {
    const session = await stripe.checkout.sessions.retrieve(id)
    if (session.status === 'open') {
      await stripe.checkout.sessions.expire(id).catch(() => undefined)
      return stateOf(await stripe.checkout.sessions.retrieve(id)) === 'paid' ? 'paid' : 'closed'
    }
    return stateOf(session) === 'paid' ? 'paid' : 'closed'
  },
  readCheckout: async (id) => stateOf(await stripe.checkout.sessions.retrieve(id)),
  async portalUrl({ customerId, returnUrl, language }) {
    const session = await stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: returnUrl,
      locale: LOCALES[language],
    })
    return session.url
  },
})

/** A bank may take days after the page was finished: that is neither paid nor over. */
function stateOf({ status, payment_status: paid }: Stripe.Checkout.Session): 'open' | 'paid' | 'closed' {
  if (status === 'complete') return paid === 'unpaid' ? 'open' : 'paid'
  return status === 'expired' ? 'closed' : 'open'
}

import type { UserId } from '#contracts/ids.ts'
import { describe, expect, test } from 'vitest'
import type { Offer } from '#server/billing/provider/billing-provider.ts'
import * as shapes from '#testing/stripe-objects.ts'
import { createStripeCalls, startTestStripe, stripeError } from '#testing/test-stripe.ts'
import { STRIPE_API_VERSION } from './stripe.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const pro: Offer = { plan: 'pro', billingCycle: 'monthly', currency: 'USD', amountMinor: 3900 }

const ada = {
  userId: 'user-1' as UserId,
  email: 'ada@example.test',
  name: 'Ada Byron',
  replaces: null,
}

const UNAVAILABLE = { code: 'billing_unavailable' }

const at = sharedByTests(startTestStripe)
const { open, asked, keys } = createStripeCalls(at)

describe('selling a plan', () => {
  const checkout = {
    plan: 'plus',
    billingCycle: 'yearly',
    currency: 'EUR',
    amountMinor: 54900,
    customerId: 'cus_1',
    language: 'pt',
    successUrl: 'https://storedawn.test/payment-success?success=true',
    cancelUrl: 'https://storedawn.test/pricing',
    expiresAt: new Date('2026-03-10T13:00:00.000Z'),
  } as const

  test('a checkout charges the list amount and currency, by card, and leads back to the site', async () => {
    at.answer({
      'GET /v1/prices': { body: shapes.listOf() },
      'POST /v1/products': { body: { id: 'storedawn_plus', object: 'product' } },
      'POST /v1/prices': { body: shapes.price({ id: 'price_new' }) },
      'POST /v1/checkout/sessions': { body: shapes.checkoutSession() },
    })
    const opened = await open().createCheckout({ ...checkout, checkoutId: 'checkout-1' })
    expect(opened).toEqual({ providerCheckoutId: 'cs_1', url: 'https://checkout.stripe.test/cs_1' })
    const lookupKey = 'storedawn_plus_yearly_eur_54900'
    expect(at.calls.map(({ call, form }) => [call, form])).toEqual([
      ['GET /v1/prices', { lookup_keys: { 0: lookupKey }, active: 'true', limit: '1' }],
      ['POST /v1/products', { id: 'storedawn_plus', name: 'Storedawn Plus' }],
      [
        'POST /v1/prices',
        {
          product: 'storedawn_plus',
          currency: 'eur',
          unit_amount: '54900',
          recurring: { interval: 'year' },
          lookup_key: lookupKey,
          transfer_lookup_key: 'true',
        },
      ],
      [
        'POST /v1/checkout/sessions',
        {
          mode: 'subscription',
          customer: 'cus_1',
          client_reference_id: 'checkout-1',
          locale: 'pt-BR',
          line_items: { 0: { quantity: '1', price: 'price_new' } },
          allowed_payment_method_types: { 0: 'card' },
          adaptive_pricing: { enabled: 'false' },
          metadata: { checkoutId: 'checkout-1' },
          subscription_data: { metadata: { checkoutId: 'checkout-1' } },
          success_url: checkout.successUrl,
          cancel_url: checkout.cancelUrl,
          expires_at: '1773147600',
        },
      ],
    ])
  })

  test(
    'every request sends the API version and key, and each write an idempotency key',
    { tags: ['check-69'] },
    async () => {
      at.answer({
        'GET /v1/prices': { body: shapes.listOf(shapes.price()) },
        'POST /v1/checkout/sessions': { body: shapes.checkoutSession() },
      })
      const offer = { ...checkout, ...pro, checkoutId: 'checkout-2' }
      expect(await open().createCheckout(offer)).toEqual(await open().createCheckout(offer))
      for (const { headers } of at.calls)
        expect(headers).toMatchObject({
          authorization: 'Bearer sk_test_x',
          'stripe-version': STRIPE_API_VERSION,
          'content-type': 'application/x-www-form-urlencoded',
        })
      expect(keys()).toEqual([undefined, 'checkout-checkout-2', undefined, 'checkout-checkout-2'])
    },
  )

  test.each([
    ['another amount', { unit_amount: 1 }],
    ['another currency', { currency: 'eur' as const }],
    ['another plan', { product: 'storedawn_plus' }],
    ['another cycle', { recurring: { interval: 'year' as const, interval_count: 1 } }],
    ['three months at once', { recurring: { interval: 'month' as const, interval_count: 3 } }],
  ])('a price with the right name but %s is not sold', async (_what, other) => {
    at.answer({
      'GET /v1/prices': { body: shapes.listOf(shapes.price(other)) },
      'POST /v1/products': stripeError(400, { code: 'resource_already_exists' }),
      'POST /v1/prices': { body: shapes.price({ id: 'price_right' }) },
      'POST /v1/checkout/sessions': { body: shapes.checkoutSession() },
    })
    await open().createCheckout({
      ...checkout,
      ...pro,
      checkoutId: `checkout-${JSON.stringify(other)}`,
    })
    const [session] = asked('POST /v1/checkout/sessions')
    expect(session?.['line_items']).toEqual({ 0: { quantity: '1', price: 'price_right' } })
  })

  test('repeated requests create one customer per name, and one replacement for a deleted customer', async () => {
    let made = 0
    at.answer({
      'POST /v1/customers': () => ({ body: { id: `cus_${(made += 1)}`, object: 'customer' } }),
    })
    const replaces = 'cus_1'
    const changes: object[] = [{}, {}, { name: 'Ada Lovelace' }, { replaces }, { replaces }]
    const ids: string[] = []
    for (const change of changes) ids.push(await open().ensureCustomer({ ...ada, ...change }))
    expect(ids).toEqual(['cus_1', 'cus_1', 'cus_2', 'cus_3', 'cus_3'])
    expect(asked('POST /v1/customers')[0]).toEqual({
      email: 'ada@example.test',
      name: 'Ada Byron',
      metadata: { userId: 'user-1' },
    })
  })

  test.each([
    ['open', 'unpaid', 'open'],
    ['complete', 'paid', 'paid'],
    ['complete', 'no_payment_required', 'paid'],
    ['complete', 'unpaid', 'open'],
    ['expired', 'unpaid', 'closed'],
  ] as const)('a checkout that is %s and %s is %s', async (status, payment, expected) => {
    at.answer({
      'GET /v1/checkout/sessions/cs_1': {
        body: shapes.checkoutSession({ status, payment_status: payment, url: null }),
      },
    })
    expect(await open().readCheckout('cs_1')).toBe(expected)
  })

  const cannotExpire = stripeError(400, { message: 'not open' })
  test.each([
    ['open', { body: shapes.checkoutSession({ status: 'expired' }) }, 'open', 'closed'],
    ['over', cannotExpire, 'expired', 'closed'],
    ['finished', cannotExpire, 'complete', 'paid'],
  ] as const)('closing a checkout that is %s', async (_what, expire, status, expected) => {
    at.answer({
      'POST /v1/checkout/sessions/cs_1/expire': expire,
      'GET /v1/checkout/sessions/cs_1': { body: shapes.checkoutSession({ status }) },
    })
    expect(await open().closeCheckout('cs_1')).toBe(expected)
  })

  test('a checkout that could not be closed is not reported as closed', async () => {
    at.answer({
      'POST /v1/checkout/sessions/cs_1/expire': stripeError(429, { code: 'rate_limit' }),
      'GET /v1/checkout/sessions/cs_1': { body: shapes.checkoutSession() },
    })
    await expect(open().closeCheckout('cs_1')).rejects.toMatchObject(UNAVAILABLE)
  })

  test('the page for cards and invoices uses the account’s language and leads back to the site', async () => {
    at.answer({ 'POST /v1/billing_portal/sessions': { body: shapes.portalSession() } })
    const returnUrl = 'https://storedawn.test/settings/plan?lang=tr'
    const url = await open().portalUrl({ customerId: 'cus_1', returnUrl, language: 'tr' })
    expect([url, asked('POST /v1/billing_portal/sessions')]).toEqual([
      'https://billing.stripe.test/bps_1',
      [{ customer: 'cus_1', return_url: returnUrl, locale: 'tr' }],
    ])
  })
})

describe('when Stripe fails', () => {
  test.each([
    ['is too busy', stripeError(429, { code: 'rate_limit' }), 1],
    ['refuses the key', stripeError(401), 1],
    ['is broken', stripeError(500, { type: 'api_error' }), 3],
    ['is busy with the same', stripeError(409, { code: 'lock_timeout' }), 3],
  ])('because it %s, the call fails as billing_unavailable', async (_what, answer, tries) => {
    await using stripe = await startTestStripe()
    stripe.answer({ 'POST /v1/billing_portal/sessions': answer })
    const returnUrl = 'https://x.test/'
    const { portalUrl } = createStripeCalls(stripe).open()
    const ask = portalUrl({ customerId: 'cus_1', returnUrl, language: 'en' })
    await expect(ask).rejects.toMatchObject(UNAVAILABLE)
    expect(stripe.calls).toHaveLength(tries)
  })

  test(
    'a request that Stripe completed before the connection broke is not repeated',
    { tags: ['check-69'] },
    async () => {
      at.answer({ 'POST /v1/customers': 'cut' })
      const cut = { ...ada, userId: 'user-cut' as UserId }
      expect(await open().ensureCustomer(cut)).toBe('carried_out')
      expect([keys().length, new Set(keys()).size]).toEqual([2, 1])
    },
  )

  test('an unreachable Stripe answers billing_unavailable', async () => {
    const stripe = await startTestStripe()
    await stripe[Symbol.asyncDispose]()
    const reading = createStripeCalls(stripe).open().readCheckout('cs_1')
    await expect(reading).rejects.toMatchObject(UNAVAILABLE)
  })
})

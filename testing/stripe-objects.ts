import type Stripe from 'stripe'

export type Wire<Type> = Type extends readonly (infer Item)[]
  ? Wire<Item>[]
  : Type extends object
    ? { [Key in keyof Type]?: Wire<Type[Key]> }
    : Type

export const CHECKOUT_ID = '7d0a4f6e-3f5b-4f0e-9d53-1c0a9b8e7f6d'
export const PERIOD_STARTS = Date.UTC(2026, 2, 1) / 1000
export const PERIOD_ENDS = Date.UTC(2026, 3, 1) / 1000

export const listOf = <Item>(...data: Item[]) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url: '/',
})

export const price = (given: Wire<Stripe.Price> = {}): Wire<Stripe.Price> => ({
  id: 'price_pro',
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'usd',
  product: 'storedawn_pro',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
  type: 'recurring',
  unit_amount: 3900,
  ...given,
})

export const plusPrice = price({ id: 'price_plus', product: 'storedawn_plus', unit_amount: 7900 })

export const subscriptionItem = (
  given: Wire<Stripe.SubscriptionItem> = {},
): Wire<Stripe.SubscriptionItem> => ({
  id: 'si_1',
  object: 'subscription_item',
  current_period_start: PERIOD_STARTS,
  current_period_end: PERIOD_ENDS,
  price: price(),
  quantity: 1,
  subscription: 'sub_1',
  ...given,
})

export const subscription = (given: Wire<Stripe.Subscription> = {}): Wire<Stripe.Subscription> => ({
  id: 'sub_1',
  object: 'subscription',
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
  cancel_at: null,
  cancel_at_period_end: false,
  collection_method: 'charge_automatically',
  currency: 'usd',
  customer: 'cus_1',
  items: listOf(subscriptionItem()),
  latest_invoice: 'in_1',
  metadata: { checkoutId: CHECKOUT_ID },
  pending_update: null,
  schedule: null,
  start_date: PERIOD_STARTS,
  status: 'active',
  ...given,
})

export const schedule = (
  given: Wire<Stripe.SubscriptionSchedule> = {},
): Wire<Stripe.SubscriptionSchedule> => ({
  id: 'sub_sched_1',
  object: 'subscription_schedule',
  current_phase: { start_date: PERIOD_STARTS, end_date: PERIOD_ENDS },
  customer: 'cus_1',
  end_behavior: 'release',
  phases: [
    {
      start_date: PERIOD_STARTS,
      end_date: PERIOD_ENDS,
      items: [{ price: plusPrice, quantity: 1 }],
    },
    {
      start_date: PERIOD_ENDS,
      end_date: PERIOD_ENDS + 2_592_000,
      items: [{ price: price(), quantity: 1 }],
    },
  ],
  status: 'active',
  subscription: 'sub_1',
  ...given,
})

export const invoiceLine = (product: string, amount: number): Wire<Stripe.InvoiceLineItem> => ({
  id: `il_${product}_${amount}`,
  object: 'line_item',
  amount,
  currency: 'usd',
  parent: {
    type: 'subscription_item_details',
    subscription_item_details: {
      subscription: 'sub_1',
      subscription_item: 'si_1',
      proration: amount < 0,
    },
  },
  pricing: { type: 'price_details', price_details: { price: 'price_x', product } },
})

export const invoice = (given: Wire<Stripe.Invoice> = {}): Wire<Stripe.Invoice> => ({
  id: 'in_1',
  object: 'invoice',
  amount_due: 3900,
  amount_paid: 3900,
  attempt_count: 1,
  billing_reason: 'subscription_cycle',
  created: PERIOD_STARTS,
  currency: 'usd',
  customer: 'cus_1',
  hosted_invoice_url: 'https://invoice.stripe.test/in_1',
  lines: listOf(invoiceLine('storedawn_pro', 3900)),
  number: 'SD-0001',
  parent: {
    type: 'subscription_details',
    subscription_details: { subscription: 'sub_1', metadata: {} },
  },
  status: 'paid',
  ...given,
})

export const invoicePayment = (
  status: Stripe.PaymentIntent['status'],
): Wire<Stripe.InvoicePayment> => ({
  id: 'inpay_1',
  object: 'invoice_payment',
  invoice: 'in_1',
  payment: {
    type: 'payment_intent',
    payment_intent: { id: 'pi_1', object: 'payment_intent', status },
  },
  status: 'open',
})

export const checkoutSession = (
  given: Wire<Stripe.Checkout.Session> = {},
): Wire<Stripe.Checkout.Session> => ({
  id: 'cs_1',
  object: 'checkout.session',
  customer: 'cus_1',
  mode: 'subscription',
  payment_status: 'unpaid',
  status: 'open',
  url: 'https://checkout.stripe.test/cs_1',
  ...given,
})

export const portalSession = (): Wire<Stripe.BillingPortal.Session> => ({
  id: 'bps_1',
  object: 'billing_portal.session',
  customer: 'cus_1',
  url: 'https://billing.stripe.test/bps_1',
})

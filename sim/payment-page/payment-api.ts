import { changeLater, changeNow, type ChangeOrder } from './changes.ts'
import {
  checkoutOf,
  closeCheckout,
  createCheckout,
  ensureCustomer,
  type CheckoutOrder,
  type Person,
} from './checkouts.ts'
import { customerOf, NotKnown, subscriptionOf, type Desk } from './desk.ts'
import type { Offer, Subscription } from './ledger-types.ts'
import { dueForChange } from './period.ts'
import { cancelNow, setCancelled } from './subscriptions.ts'

export type ApiAnswer = { status: number; body: unknown }

/** How long a portal address is valid. */
const PORTAL_MS = 15 * 60_000

export type Portals = Map<string, { customerId: string; returnUrl: string; until: number }>

type Parts = {
  desk: Desk
  portals: Portals
  newToken: () => string
}

/**
 * Answers the shop's server. Trusts request bodies: the key proves that they come from the shop.
 */
export function answerApi(parts: Parts, method: string, path: string, body: unknown): ApiAnswer {
  try {
    const answer = answerCall(parts, `${method} ${path}`, body)
    return answer === undefined ? { status: 404, body: {} } : { status: 200, body: answer }
  } catch (error) {
    if (error instanceof NotKnown) return { status: 404, body: {} }
    throw error
  }
}

function answerCall(parts: Parts, call: string, body: unknown): unknown {
  const { desk } = parts
  const [, kind = '', id = '', deed = ''] =
    /^\w+ \/api\/(\w+)(?:\/(\w+))?(?:\/([\w-]+))?$/.exec(call) ?? []
  if (call === 'POST /api/customers') return { customerId: ensureCustomer(desk, body as Person).id }
  if (kind === 'customers' && id) return describeCustomer(desk, id)
  if (call === 'POST /api/checkouts') {
    const checkout = createCheckout(desk, body as CheckoutOrder)
    return { providerCheckoutId: checkout.id, url: `${desk.origin}/checkout/${checkout.id}` }
  }
  if (kind === 'checkouts' && deed === 'close') return { state: closeCheckout(desk, id).state }
  if (kind === 'checkouts') return { state: checkoutOf(desk, id).state }
  if (call === 'POST /api/portals')
    return openPortal(parts, body as { customerId: string; returnUrl: string })
  return kind === 'subscriptions' ? changeSubscription(desk, id, deed, body) : undefined
}

function changeSubscription(desk: Desk, id: string, deed: string, body: unknown): unknown {
  const subscription = subscriptionOf(desk, id)
  switch (deed) {
    case 'quote': {
      const { quotedAt, ...offer } = body as Offer & { quotedAt: number }
      return { dueNowMinor: dueForChange(subscription, offer, quotedAt) }
    }
    case 'change-now':
      return changeNow(desk, id, body as ChangeOrder)
    case 'change-later':
      return (changeLater(desk, id, body as Offer), {})
    case 'cancel-at-period-end':
      return (setCancelled(desk, id, true), {})
    case 'resume':
      return (setCancelled(desk, id, false), {})
    case 'cancel-now':
      return (cancelNow(desk, id), {})
    default:
      return undefined
  }
}

function openPortal(
  { desk, portals, newToken }: Parts,
  { customerId, returnUrl }: { customerId: string; returnUrl: string },
): { url: string } {
  customerOf(desk, customerId)
  const token = newToken()
  portals.set(token, { customerId, returnUrl, until: desk.now() + PORTAL_MS })
  return { url: `${desk.origin}/portal/${token}` }
}

function describeCustomer(desk: Desk, id: string): unknown {
  customerOf(desk, id)
  const { subscriptions, invoices } = desk.books
  return {
    subscriptions: Object.values(subscriptions)
      .filter(({ customerId }) => customerId === id)
      .map(describeSubscription),
    invoices: Object.values(invoices)
      .filter(({ customerId }) => customerId === id)
      .map((invoice) => ({ ...invoice, url: `${desk.origin}/invoice/${invoice.id}` })),
  }
}

const describeSubscription = ({
  next,
  periodEndsAt,
  pending: _pending,
  ...subscription
}: Subscription) => ({
  ...subscription,
  periodEndsAt,
  next: next && { plan: next.plan, billingCycle: next.billingCycle, startsAt: periodEndsAt },
})

import { cardOf } from './cards.ts'
import { customerOf, newId, subscriptionOf, type Desk } from './desk.ts'
import type { Invoice, Offer, Subscription } from './ledger-types.ts'
import { addCycle, shareLeft } from './period.ts'

/** One attempt a day; then the subscription ends. */
const MOST_FAILED_ATTEMPTS = 4
const RETRY_MS = 24 * 60 * 60_000

export type NewSubscription = Offer & { customerId: string; checkoutId: string | null }

export function openSubscription(desk: Desk, order: NewSubscription): Subscription {
  const { customerId, checkoutId, plan, billingCycle, currency, amountMinor } = order
  const subscription: Subscription = {
    id: newId('sub'),
    customerId,
    checkoutId,
    plan,
    billingCycle,
    currency,
    amountMinor,
    status: 'active',
    periodStartsAt: desk.now(),
    periodEndsAt: addCycle(desk.now(), billingCycle),
    cancelAtPeriodEnd: false,
    next: null,
    pending: null,
    startedAt: desk.now(),
  }
  desk.books.subscriptions[subscription.id] = subscription
  desk.emit('customer.subscription.created', subscription)
  bill(desk, subscription, amountMinor, true)
  return subscription
}

export function bill(
  desk: Desk,
  subscription: Subscription,
  amountMinor: number,
  isPaid: boolean,
): void {
  const customer = customerOf(desk, subscription.customerId)
  const credit = isPaid ? Math.min(customer.creditMinor, amountMinor) : 0
  customer.creditMinor -= credit
  const invoice: Invoice = {
    id: newId('in'),
    number: `DEMO-${String(Object.keys(desk.books.invoices).length + 1).padStart(4, '0')}`,
    customerId: customer.id,
    subscriptionId: subscription.id,
    plan: subscription.plan,
    status: isPaid ? 'paid' : 'open',
    amountMinor: amountMinor - credit,
    currency: subscription.currency,
    issuedAt: desk.now(),
    failedAttempts: isPaid ? 0 : 1,
  }
  desk.books.invoices[invoice.id] = invoice
  desk.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
}

const openInvoicesOf = ({ books }: Desk, { id }: Subscription): Invoice[] =>
  Object.values(books.invoices).filter(
    ({ subscriptionId, status }) => subscriptionId === id && status === 'open',
  )

function end(desk: Desk, subscription: Subscription): void {
  Object.assign(subscription, { status: 'ended', next: null, pending: null })
  for (const invoice of openInvoicesOf(desk, subscription)) invoice.status = 'void'
  desk.emit('customer.subscription.deleted', subscription)
}

/** Handles the end of a period: ends the subscription, or charges for the next period. */
export function turnOver(desk: Desk, subscription: Subscription): void {
  if (subscription.cancelAtPeriodEnd) return end(desk, subscription)
  if (subscription.next) Object.assign(subscription, subscription.next, { next: null })
  subscription.periodStartsAt = subscription.periodEndsAt
  subscription.periodEndsAt = addCycle(subscription.periodStartsAt, subscription.billingCycle)
  const isPaid = cardOf(customerOf(desk, subscription.customerId).cardId)?.renewal === 'paid'
  subscription.status = isPaid ? 'active' : 'past_due'
  desk.emit('customer.subscription.updated', subscription)
  bill(desk, subscription, subscription.amountMinor, isPaid)
}

/** Tries to charge every open invoice once more. */
export function collect(desk: Desk, subscription: Subscription): void {
  const card = cardOf(customerOf(desk, subscription.customerId).cardId)
  for (const invoice of openInvoicesOf(desk, subscription)) {
    if (card?.renewal !== 'paid') {
      invoice.failedAttempts += 1
      desk.emit('invoice.payment_failed', invoice)
      if (invoice.failedAttempts >= MOST_FAILED_ATTEMPTS) end(desk, subscription)
      return
    }
    invoice.status = 'paid'
    desk.emit('invoice.paid', invoice)
  }
  if (subscription.status !== 'past_due') return
  subscription.status = 'active'
  desk.emit('customer.subscription.updated', subscription)
}

export function setCancelled(desk: Desk, id: string, isCancelled: boolean): void {
  const subscription = subscriptionOf(desk, id)
  const isSame = subscription.cancelAtPeriodEnd === isCancelled && subscription.next === null
  if (subscription.status === 'ended' || isSame) return
  Object.assign(subscription, { next: null, cancelAtPeriodEnd: isCancelled })
  desk.emit('customer.subscription.updated', subscription)
}

/** Credits the unused part of the paid period against later payments. */
export function cancelNow(desk: Desk, id: string): void {
  const subscription = subscriptionOf(desk, id)
  if (subscription.status === 'ended') return
  const left = shareLeft(subscription, desk.now())
  customerOf(desk, subscription.customerId).creditMinor += Math.round(
    subscription.amountMinor * left,
  )
  end(desk, subscription)
}

/** Sets another card and charges open invoices to it at once. */
export function setCard(desk: Desk, customerId: string, cardId: string): void {
  const card = cardOf(cardId)
  if (!card || card.checkout === 'declined') return
  customerOf(desk, customerId).cardId = cardId
  for (const subscription of Object.values(desk.books.subscriptions))
    if (subscription.customerId === customerId && subscription.status === 'past_due')
      collect(desk, subscription)
  desk.save()
}

/** Processes everything that is due by now. */
export function settleDue(desk: Desk): void {
  for (const subscription of Object.values(desk.books.subscriptions)) {
    while (subscription.status === 'active' && subscription.periodEndsAt <= desk.now())
      turnOver(desk, subscription)
    const [open] = openInvoicesOf(desk, subscription)
    if (open && desk.now() - open.issuedAt >= open.failedAttempts * RETRY_MS)
      collect(desk, subscription)
  }
}

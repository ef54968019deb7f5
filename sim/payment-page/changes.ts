import { cardOf } from './cards.ts'
import { customerOf, subscriptionOf, type Desk } from './desk.ts'
import type { ChangeOutcome, Offer, Subscription } from './ledger-types.ts'
import { addCycle, dueForChange } from './period.ts'
import { bill } from './subscriptions.ts'

export type ChangeOrder = Offer & { quotedAt: number; idempotencyKey: string }

/**
 * Charges and changes at once, or does neither. A repeat with the same key has no further effect.
 */
export function changeNow(desk: Desk, id: string, order: ChangeOrder): ChangeOutcome {
  const { books, save } = desk
  const outcome =
    books.changes[order.idempotencyKey] ?? tryChange(desk, subscriptionOf(desk, id), order)
  books.changes[order.idempotencyKey] = outcome
  save()
  return outcome
}

function tryChange(desk: Desk, subscription: Subscription, order: ChangeOrder): ChangeOutcome {
  const { plan, billingCycle, currency, amountMinor, quotedAt } = order
  const offer = { plan, billingCycle, currency, amountMinor }
  const dueMinor = dueForChange(subscription, offer, quotedAt)
  const card = cardOf(customerOf(desk, subscription.customerId).cardId)
  if (!card || (dueMinor > 0 && card.renewal === 'declined')) return { kind: 'declined' }
  if (card.checkout === 'challenge') {
    subscription.pending = { ...offer, dueMinor }
    return { kind: 'payment_needed', url: `${desk.origin}/confirm/${subscription.id}` }
  }
  finishChange(desk, subscription, { ...offer, dueMinor })
  return { kind: 'changed' }
}

/** Reports the customer's answer to the bank's question. */
export function confirmChange(desk: Desk, id: string, isConfirmed: boolean): void {
  const subscription = subscriptionOf(desk, id)
  const { pending } = subscription
  subscription.pending = null
  if (pending && isConfirmed) finishChange(desk, subscription, pending)
  desk.save()
}

function finishChange(
  desk: Desk,
  subscription: Subscription,
  { dueMinor, ...offer }: Offer & { dueMinor: number },
): void {
  if (subscription.billingCycle !== offer.billingCycle) {
    subscription.periodStartsAt = desk.now()
    subscription.periodEndsAt = addCycle(desk.now(), offer.billingCycle)
  }
  Object.assign(subscription, offer, { next: null })
  desk.emit('customer.subscription.updated', subscription)
  if (dueMinor > 0) bill(desk, subscription, dueMinor, true)
}

export function changeLater(desk: Desk, id: string, order: Offer): void {
  const { plan, billingCycle, currency, amountMinor } = order
  const subscription = subscriptionOf(desk, id)
  subscription.next = { plan, billingCycle, currency, amountMinor }
  desk.emit('customer.subscription.updated', subscription)
}

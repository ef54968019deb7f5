import { cardOf, type TestCard } from './cards.ts'
import { customerOf, need, newId, type Desk } from './desk.ts'
import type { Checkout, Customer } from './ledger-types.ts'
import { openSubscription } from './subscriptions.ts'

export type Person = Pick<Customer, 'userId' | 'email' | 'name' | 'webhookUrl'>
export type CheckoutOrder = Omit<Checkout, 'id' | 'state'>
export type PayOutcome =
  | { kind: 'paid'; card: TestCard }
  | { kind: 'declined' | 'challenge' | 'over' }

export function ensureCustomer({ books, save }: Desk, person: Person): Customer {
  const known = Object.values(books.customers).find(({ userId }) => userId === person.userId)
  const customer: Customer = {
    id: known?.id ?? newId('cus'),
    cardId: known?.cardId ?? null,
    creditMinor: known?.creditMinor ?? 0,
    userId: person.userId,
    email: person.email,
    name: person.name,
    webhookUrl: person.webhookUrl,
  }
  books.customers[customer.id] = customer
  save()
  return customer
}

/** Returns the same checkout for the same reference of the shop. */
export function createCheckout(desk: Desk, order: CheckoutOrder): Checkout {
  const { books, save } = desk
  const same = Object.values(books.checkouts).find(
    ({ checkoutId }) => checkoutId === order.checkoutId,
  )
  if (same) return same
  customerOf(desk, order.customerId)
  const checkout: Checkout = { ...order, id: newId('cs'), state: 'open' }
  books.checkouts[checkout.id] = checkout
  save()
  return checkout
}

export function checkoutOf({ books, now }: Desk, id: string): Checkout {
  const checkout = need(books.checkouts[id])
  if (checkout.state === 'open' && checkout.expiresAt <= now()) checkout.state = 'closed'
  return checkout
}

export function closeCheckout(desk: Desk, id: string): Checkout {
  const checkout = checkoutOf(desk, id)
  if (checkout.state === 'open') checkout.state = 'closed'
  desk.save()
  return checkout
}

/** `isConfirmed`: the customer has confirmed to the bank. */
export function payCheckout(
  desk: Desk,
  id: string,
  cardId: string | null,
  isConfirmed: boolean,
): PayOutcome {
  const checkout = checkoutOf(desk, id)
  const card = cardOf(cardId)
  if (checkout.state !== 'open') return { kind: 'over' }
  if (!card || card.checkout === 'declined') return { kind: 'declined' }
  if (card.checkout === 'challenge' && !isConfirmed) return { kind: 'challenge' }
  customerOf(desk, checkout.customerId).cardId = card.id
  checkout.state = 'paid'
  openSubscription(desk, checkout)
  desk.emit('checkout.session.completed', checkout)
  return { kind: 'paid', card }
}

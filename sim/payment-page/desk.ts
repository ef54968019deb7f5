import { randomBytes } from 'node:crypto'
import type { Books, Customer, Subscription } from './ledger-types.ts'

/** Keeps the books and emits events. */
export type Desk = {
  books: Books
  /** Origin of the payment page itself. */
  origin: string
  now: () => number
  save: () => void
  emit: (type: string, about: { customerId: string; id: string }) => void
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export function openDesk({
  onEvent,
  ...parts
}: Omit<Desk, 'emit'> & {
  onEvent: () => void
}): Desk {
  const { books, now, save } = parts
  return {
    ...parts,
    emit(type, { customerId, id }) {
      books.outbox.push({ id: newId('evt'), type, customerId, objectId: id, createdAt: now() })
      save()
      onEvent()
    },
  }
}

/** The requested record is not in the books. */
export class NotKnown extends Error {}

export function need<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new NotKnown('there is no such thing here')
  return item
}

export const customerOf = ({ books }: Desk, id: string): Customer => need(books.customers[id])
export const subscriptionOf = ({ books }: Desk, id: string): Subscription =>
  need(books.subscriptions[id])

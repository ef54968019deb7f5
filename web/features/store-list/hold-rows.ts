import type { StoreSummary } from '#contracts/stores.ts'

export type StorePage = {
  content: readonly StoreSummary[]
  totalElements: number
  totalPages: number
  nextCursor: string | null
}

/** What is shown of one list, and how many stores have come since that are held back. */
export type Held = { listKey: string; shown: StorePage; waiting: number }

/**
 * After an answer. Where rows may move, or nothing of this list is shown yet, the answer is shown; under a reader's hand rows stay where
 * they are: what changed in them shows, what is new waits until it is let in.
 */
export function holdRows(held: Held | null, listKey: string, answer: StorePage, mayMove: boolean): Held {
  if (held?.listKey !== listKey || mayMove || isSameOrder(held.shown.content, answer.content)) {
    return { listKey, shown: answer, waiting: 0 }
  }
  const byId = new Map(answer.content.map((store) => [store.id, store]))
  const known = new Set(held.shown.content.map(({ id }) => id))
  const content = held.shown.content.map((store) => byId.get(store.id) ?? store)
  const unknown = answer.content.filter(({ id }) => !known.has(id)).length
  const grown = answer.totalElements - held.shown.totalElements
  return { listKey, shown: { ...held.shown, content }, waiting: Math.max(0, Math.min(unknown, grown), grown) }
}

const isSameOrder = (before: readonly StoreSummary[], after: readonly StoreSummary[]): boolean =>
  before.length === after.length && before.every(({ id }, at) => id === after[at]?.id)

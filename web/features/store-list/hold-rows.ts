import type { StoreSummary } from '#contracts/stores.ts'

export type StorePage = {
  content: readonly StoreSummary[]
  totalElements: number
  totalPages: number
  nextCursor: string | null
}

/** The visible rows of one list, and the number of newer stores that are held back. */
export type Held = { listKey: string; shown: StorePage; waiting: number }

/**
 * Merges an answer. If rows may move, or this list has no rows yet, the answer is shown as it is. Otherwise rows keep their positions:
 * changed values appear at once, new stores wait until the user shows them.
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

import type { FactLabel } from '#contracts/facts.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { StoredItem } from '#server/db/schema.ts'

/** The form in a row. For a list, `value` holds the current items, and `items` also the gone ones, each with its evidence. */
export type StoredFact = {
  value: unknown
  label: FactLabel
  sourceUrl: string
  path: string
  observedAt: string
  items: StoredItem[] | null
  goneAt: string | null
}

/** Gone items are kept for the history of changes, only the latest of them. */
const MOST_GONE = 20

const itemOf = ({ value, label, evidence }: Fact<unknown>): StoredItem => ({
  value,
  label,
  sourceUrl: evidence.url,
  path: evidence.path,
  observedAt: evidence.observedAt,
})

type Merge<Now> = {
  before: StoredFact | undefined
  now: Now
  /** Pages that were read completely. */
  isRead: Set<string>
  goneAt: string
}

/** Null when it never existed. */
export function mergeItem({ before, now, isRead, goneAt }: Merge<Fact<unknown> | null>): StoredFact | null {
  if (now) return { ...itemOf(now), items: null, goneAt: null }
  if (!before) return null
  return { ...before, goneAt: before.goneAt ?? (isRead.has(before.sourceUrl) ? goneAt : null) }
}

export const liveItems = (fact: StoredFact | undefined): StoredItem[] =>
  (fact?.items ?? []).filter(({ goneAt }) => goneAt === undefined)

const keyOf = (value: unknown, fields: string[]): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const record = new Map(Object.entries(value))
  return JSON.stringify(fields.map((field) => record.get(field) ?? null))
}

/** Null when no item ever existed. */
export function mergeItems(merge: Merge<Fact<unknown>[]> & { keyFields: string[] }): StoredFact | null {
  const { before, now, keyFields, isRead, goneAt } = merge
  const seen = now.map(itemOf)
  const seenKeys = new Set(seen.map(({ value }) => keyOf(value, keyFields)))
  const unseen = (before?.items ?? [])
    .filter(({ value }) => !seenKeys.has(keyOf(value, keyFields)))
    .map((item) => (item.goneAt === undefined && isRead.has(item.sourceUrl) ? { ...item, goneAt } : item))
  const live = [...seen, ...unseen.filter((item) => item.goneAt === undefined)]
  const gone = unseen
    .filter((item) => item.goneAt !== undefined)
    .toSorted((a, b) => (b.goneAt ?? '').localeCompare(a.goneAt ?? ''))
    .slice(0, MOST_GONE)
  const first = live[0] ?? gone[0]
  if (!first) return null
  return {
    value: live.map(({ value }) => value),
    label: first.label,
    sourceUrl: first.sourceUrl,
    path: first.path,
    observedAt: first.observedAt,
    items: [...live, ...gone],
    goneAt: live.length > 0 ? null : (first.goneAt ?? null),
  }
}

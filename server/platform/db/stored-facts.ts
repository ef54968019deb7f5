import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { StoreId } from '#contracts/ids.ts'
import type { FactLabel } from '#contracts/catalog/facts.ts'
import {
  FACTS,
  type Facts,
  type FactValue,
  LED_LIST_KEYS,
  type LedListKey,
  LIST_KEYS,
  type ListKey,
  type OneKey,
  READ_KEYS,
} from '#contracts/catalog/fact-table.ts'
import type { Seen, StoredItem, StoreFacts } from './store-schema.ts'

export type StoredOne<Value> = Seen & { value: Value; goneAt: string | null }
/** With the items that are gone. */
export type StoredList<Value> = Seen & { items: StoredItem<Value>[]; goneAt: string | null }

export type StoredOnes = { [Key in OneKey]?: StoredOne<FactValue<Key>> }
export type StoredLists = { [Key in ListKey]?: StoredList<FactValue<Key>> }
/** The first items of some lists, as separate facts. */
export type StoredFirsts = {
  [Key in LedListKey as Facts[Key]['first']]?: StoredOne<FactValue<Key>>
}
/** A store's facts, including gone ones. */
export type StoredFacts = StoredOnes & StoredLists & StoredFirsts

/** Null for a fact that the store does not publish now. */
export const currentValue = <Value>(fact: StoredOne<Value> | undefined): Value | null =>
  fact?.goneAt === null ? fact.value : null

export const currentItems = <Value>(fact: StoredList<Value> | undefined): StoredItem<Value>[] =>
  (fact?.items ?? []).filter(({ goneAt }) => goneAt === undefined)

export const currentValues = <Value>(fact: StoredList<Value> | undefined): Value[] =>
  currentItems(fact).map(({ value }) => value)

export type FactRow = Selectable<StoreFacts>

/**
 * The facts of each store, each value and label checked by the rule of its fact. What no longer fits
 * is left out and counted in the log; keys of other versions are ignored.
 */
export function parseFacts(rows: readonly FactRow[], log: Logger): Map<StoreId, StoredFacts> {
  const dropped: Record<string, number> = {}
  const drop = (key: string) => (dropped[key] = (dropped[key] ?? 0) + 1)
  const factsOf = (own: readonly FactRow[]) =>
    // Safe: each value fits the schema of its key.
    Object.fromEntries(
      own.flatMap((row) => {
        const fact = parseFact(row, drop)
        return fact ? [[row.key, fact]] : []
      }),
    ) as StoredFacts
  const byStore = Map.groupBy(rows, ({ store_id }) => store_id)
  const parsed = new Map([...byStore].map(([storeId, own]) => [storeId, factsOf(own)]))
  if (Object.keys(dropped).length > 0)
    log.warn({ event: 'facts.dropped', dropped }, 'stored facts do not fit their schemas')
  return parsed
}

const rules = new Map<string, Facts[keyof Facts]>([
  ...READ_KEYS.map((key) => [key, FACTS[key]] as const),
  ...LED_LIST_KEYS.map((key) => [FACTS[key].first, FACTS[key]] as const),
])
const lists = new Set<string>(LIST_KEYS)

function parseFact(
  row: FactRow,
  drop: (key: string) => void,
): StoredOne<unknown> | StoredList<unknown> | null {
  const rule = rules.get(row.key)
  if (!rule) return null
  const labels: readonly FactLabel[] = rule.labels
  const parsed = <Stored extends { label: FactLabel; value: unknown }>(stored: Stored) => {
    const { success, data: value } = rule.value.safeParse(stored.value)
    if (success && labels.includes(stored.label)) return [{ ...stored, value }]
    drop(row.key)
    return []
  }
  const seen = {
    label: row.label,
    sourceUrl: row.source_url,
    path: row.path,
    observedAt: row.observed_at.toISOString(),
    goneAt: row.gone_at?.toISOString() ?? null,
  }
  if (!lists.has(row.key)) return parsed({ ...seen, value: row.value })[0] ?? null
  const items = (row.items ?? []).flatMap(parsed)
  return items.length === 0 ? null : { ...seen, items }
}

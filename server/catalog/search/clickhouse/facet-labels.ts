import { LRUCache } from 'lru-cache'
import type { FilterKey } from '#contracts/stores/store-filters.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createParams } from './store-conditions.ts'

/** The spelling of values, where it differs from the value itself. */
type Labels = ReadonlyMap<FilterKey, ReadonlyMap<string, string>>
export type ReadLabels = (
  labels: string,
  values: ReadonlyMap<FilterKey, readonly string[]>,
) => Promise<Labels>

const MAX_LABELS = 100_000
/** A value gets its label before the first store that has it, and keeps it. */
const KEPT_FOR_MS = 10 * 60 * 1000

/** Reads only labels that no recent question has read; their table differs with each generation. */
export function createLabelReader(clickHouse: ClickHouse): ReadLabels {
  const known = new LRUCache<string, { label: string | null }>({ max: MAX_LABELS, ttl: KEPT_FOR_MS })
  return async (table, values) => {
    const nameOf = (key: string, value: string) => `${table} ${key} ${value}`
    const params = createParams()
    const conditions = [...values].flatMap(([key, asked]) => {
      const missing = asked.filter((value) => !known.has(nameOf(key, value)))
      return missing.length === 0
        ? []
        : [`(key = '${key}' and value in ${params.add(missing, 'Array(String)')})`]
    })
    const rows =
      conditions.length === 0
        ? []
        : await clickHouse.select(
            `select key, value, label from ${table} where label != value and (${conditions.join(' or ')})`,
            params.values,
          )
    const fresh = new Map(
      (rows as [string, string, string][]).map(([key, value, label]) => [nameOf(key, value), label]),
    )
    const labelOf = (key: string, value: string): string | null => {
      const name = nameOf(key, value)
      const label = known.get(name) ?? { label: fresh.get(name) ?? null }
      known.set(name, label, { noUpdateTTL: true })
      return label.label
    }
    return new Map(
      [...values].map(([key, asked]) => [
        key,
        new Map(
          asked.flatMap((value) => {
            const label = labelOf(key, value)
            return label === null ? [] : [[value, label] as const]
          }),
        ),
      ]),
    )
  }
}

import type { Band } from '#contracts/catalog/store-filters.ts'
import type { StoreId } from '#contracts/ids.ts'
import { inValues } from './clickhouse.ts'

/** Values of a statement; they travel beside it and never become part of its text. */
export type Params = {
  values: Record<string, unknown>
  add: (value: unknown, type: string) => string
  /**
   * A condition; ids that the statement asks for again, such as those of all saved stores, travel
   * once.
   */
  isAmong: (column: string, ids: Iterable<StoreId>) => string
}

export function createParams(): Params {
  const values: Record<string, unknown> = {}
  const added = new Map<Iterable<StoreId>, string[]>()
  let count = 0
  const add: Params['add'] = (value, type) => {
    const name = `p${++count}`
    values[name] = value
    return `{${name}:${type}}`
  }
  return {
    values,
    add,
    isAmong(column, ids) {
      const names = added.get(ids) ?? inValues([...ids]).map((part) => add(part, 'Array(UInt64)'))
      added.set(ids, names)
      return some(names.map((name) => `${column} in ${name}`))
    },
  }
}

export const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '1' : conditions.map((condition) => `(${condition})`).join(' and ')
export const some = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '0' : conditions.map((condition) => `(${condition})`).join(' or ')

/** Null, not false, for an unknown number. */
export function spanCondition(number: string, [least, most]: Band, params: Params): string {
  const ends = [
    ...(least === null ? [] : [`${number} >= ${params.add(least, 'Int64')}`]),
    ...(most === null ? [] : [`${number} <= ${params.add(most, 'Int64')}`]),
  ]
  return ends.length > 0 ? all(ends) : `isNotNull(${number})`
}

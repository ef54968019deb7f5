import { replaceEqualDeep } from '@tanstack/react-query'
import type { StoreSummary } from '#contracts/stores.ts'

/** The rows of an answer. A store whose data is unchanged keeps its previous object and therefore does not re-render. */
export function reuseRows(
  before: readonly StoreSummary[],
  rows: readonly StoreSummary[],
): readonly StoreSummary[] {
  if (before.length === 0) return rows
  const known = new Map(before.map((store) => [store.id, store]))
  return rows.map((store) => replaceEqualDeep(known.get(store.id), store))
}

import { replaceEqualDeep } from '@tanstack/react-query'
import type { StoreSummary } from '#contracts/stores.ts'

/** The rows of an answer; a store that the rows before told of in the same words keeps its object, and so is not drawn again. */
export function reuseRows(
  before: readonly StoreSummary[],
  rows: readonly StoreSummary[],
): readonly StoreSummary[] {
  if (before.length === 0) return rows
  const known = new Map(before.map((store) => [store.id, store]))
  return rows.map((store) => replaceEqualDeep(known.get(store.id), store))
}

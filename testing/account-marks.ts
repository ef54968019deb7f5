import { randomUUID } from 'node:crypto'
import { toUserId, type StoreId } from '#contracts/ids.ts'
import type { AccountMarks } from '#server/catalog/search/search.ts'

/** The marks of an account that no one else asks about, by value. */
export function marksOf(byValue: Record<string, Iterable<StoreId>>): AccountMarks {
  const marked = new Map(Object.entries(byValue))
  return {
    account: toUserId(randomUUID()),
    revision: randomUUID(),
    read: async () => marked,
  }
}

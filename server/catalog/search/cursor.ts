import * as z from 'zod'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { StoreOrder } from './search.ts'
import { sortKeys } from './store-sorts.ts'

/** Where a page ended: its sort keys (null = not known) and the store's id, which breaks ties. */
export type PageEnd = { keys: (number | null)[]; id: number }

/** Short keys, because a cursor travels in an address: sort, direction, keys, id. */
const Cursor = z.strictObject({
  s: StoreSort,
  d: z.enum(['asc', 'desc']),
  k: z.array(z.number().nullable()).max(8),
  i: z.int().min(1),
})

export function writeCursor({ sortBy, direction }: StoreOrder, { keys, id }: PageEnd): string {
  const cursor: z.infer<typeof Cursor> = { s: sortBy, d: direction, k: keys, i: id }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws AppError `invalid_request`, also for a cursor of another order */
export function readCursor(text: string, { sortBy, direction }: StoreOrder): PageEnd {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw invalidRequest('cursor', parsed.error)
  const { s, d, k: keys, i: id } = parsed.data
  if (s !== sortBy || d !== direction || keys.length !== sortKeys[sortBy].count)
    throw invalidRequest('cursor')
  return { keys, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

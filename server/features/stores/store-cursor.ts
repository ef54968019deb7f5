import * as z from 'zod'
import { StoreSort } from '#contracts/stores.ts'
import { invalidRequest } from '#server/errors.ts'
import type { Position, StoreOrder } from '#server/search/order-rows.ts'
import { sortKeys } from '#server/search/sort-keys.ts'

export type Order = StoreOrder

/** Short keys, because a cursor travels in an address: sort, direction, keys, id. */
const Cursor = z.strictObject({
  s: StoreSort,
  d: z.enum(['asc', 'desc']),
  k: z.array(z.number().nullable()).max(8),
  i: z.int().min(1),
})

export function writeCursor({ sortBy, direction }: Order, { keys, id }: Position): string {
  const cursor: z.infer<typeof Cursor> = { s: sortBy, d: direction, k: keys, i: id }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws AppError `invalid_request` for a foreign cursor or one of another order */
export function readCursor(text: string, { sortBy, direction }: Order): Position {
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

import * as z from 'zod'
import { StoreSort } from '#contracts/stores.ts'
import { invalidRequest } from '#server/errors.ts'
import { type Direction, isSortValue, type SortPosition } from './store-sort.ts'

type Order = { sortBy: StoreSort; direction: Direction }

/** Short keys, because a cursor travels in an address: sort, direction, value, id. */
const Cursor = z.strictObject({
  s: StoreSort,
  d: z.enum(['asc', 'desc']),
  v: z.string().max(64).nullable(),
  i: z.int().min(1),
})

export function writeCursor({ sortBy, direction }: Order, { value, id }: SortPosition): string {
  const cursor: z.infer<typeof Cursor> = { s: sortBy, d: direction, v: value, i: id }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws AppError `invalid_request` for a cursor that is not ours or belongs to another order */
export function readCursor(text: string, { sortBy, direction }: Order): SortPosition {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw invalidRequest('cursor', parsed.error)
  const { s, d, v, i } = parsed.data
  if (s !== sortBy || d !== direction || !isSortValue(s, v)) throw invalidRequest('cursor')
  return { value: v, id: i }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

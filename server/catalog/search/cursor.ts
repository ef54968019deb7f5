import { hash } from 'node:crypto'
import * as z from 'zod'
import { writeProfile } from '#contracts/catalog/score-profile.ts'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { isDay } from '#contracts/dates.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Scoring, StoreOrder } from './search.ts'
import { sortKeys } from './store-sorts.ts'

/** Where a page ended: its sort keys (null = not known) and the store's id, which breaks ties. */
export type PageEnd = { keys: (number | null)[]; id: number }

/**
 * Short keys, because a cursor travels in an address: sort, direction, keys, id; of an order by
 * score also its profile, and the day of the first page, by whose ages the others continue.
 */
const Cursor = z.strictObject({
  s: StoreSort,
  d: z.enum(['asc', 'desc']),
  k: z.array(z.number().nullable()).max(8),
  i: z.int().min(1),
  p: z.string().optional(),
  t: z.string().refine(isDay).optional(),
})

export function writeCursor(order: StoreOrder, { keys, id }: PageEnd): string {
  const { sortBy, direction, scoring } = order
  const cursor: z.infer<typeof Cursor> = {
    s: sortBy,
    d: direction,
    k: keys,
    i: id,
    ...(scoring && { p: profileMark(scoring), t: scoring.today }),
  }
  return encodeCursor(cursor)
}

const profileMark = ({ profile }: Scoring): string =>
  hash('sha256', writeProfile(profile), 'base64url').slice(0, 12)

/**
 * Where the page ended, and the order as it was then.
 * @throws AppError `invalid_request`, also for a cursor of another order
 */
export function readCursor(
  text: string,
  order: StoreOrder,
): { pageEnd: PageEnd; order: StoreOrder } {
  const { sortBy, direction, scoring } = order
  const { s, d, k: keys, i: id, p, t: today = '' } = decodeCursor(Cursor, text)
  const isSame = s === sortBy && d === direction && keys.length === keyCount(sortBy)
  if (!isSame || (scoring && p !== profileMark(scoring))) throw invalidRequest('cursor')
  return {
    pageEnd: { keys, id },
    order: scoring ? { ...order, scoring: { ...scoring, today } } : order,
  }
}

const keyCount = (sort: StoreSort): number => (sort === 'score' ? 1 : sortKeys[sort].count)

/** Fit for an address. */
export const encodeCursor = (cursor: object): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws AppError `invalid_request` for anything else */
export function decodeCursor<Cursor>(schema: z.ZodType<Cursor>, text: string): Cursor {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw invalidRequest('cursor', parsed.error)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

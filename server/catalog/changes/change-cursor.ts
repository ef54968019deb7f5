import * as z from 'zod'
import { invalidRequest } from '#server/platform/errors.ts'

/** The two tables of changes: events of stores, and days on which products changed. */
export type ChangeSource = 's' | 'p'

/** A change's place in the list: by time, then by table, then by number, the latest first. */
export type ChangePlace = { at: Date; source: ChangeSource; id: number }

/** Only the rows of a table whose (at, id) is lower than this come after a place. `infinity`: all of them. */
type Bound = { at: Date | 'infinity'; id: number }
export type ChangeBounds = Record<ChangeSource, Bound>

/** Ids begin at 1 and stay below 2^53. */
const [BELOW_ALL, ABOVE_ALL] = [0, Number.MAX_SAFE_INTEGER]

/** At the same moment, events of stores come before days of products. */
export function boundsAfter(place: ChangePlace | null): ChangeBounds {
  if (place === null) return { s: { at: 'infinity', id: BELOW_ALL }, p: { at: 'infinity', id: BELOW_ALL } }
  const { at, source, id } = place
  return {
    s: { at, id: source === 's' ? id : BELOW_ALL },
    p: { at, id: source === 'p' ? id : ABOVE_ALL },
  }
}

/** Short keys, because a cursor travels in an address. Every writer takes its time from the context: whole milliseconds. */
const Cursor = z.strictObject({
  a: z.int().min(0).max(8_640_000_000_000_000),
  t: z.enum(['s', 'p']),
  i: z.int().min(1),
})

export function writeChangeCursor({ at, source, id }: ChangePlace): string {
  const cursor: z.infer<typeof Cursor> = { a: at.getTime(), t: source, i: id }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws AppError `invalid_request` for a foreign cursor */
export function readChangeCursor(text: string): ChangePlace {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw invalidRequest('cursor', parsed.error)
  const { a, t: source, i: id } = parsed.data
  return { at: new Date(a), source, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { NeverCause, NoStoreReason } from '#discovery/probe/probe-result.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/**
 * How a walk through a catalogue ended.
 *
 * - `complete`: a page that was not full, or empty: the catalogue was read completely
 * - `page_limit`: the platform serves no more than 25,000 products; `row_limit`: we keep no more
 * - `repeated`: a page had only products that this walk had already found: the shop answers in
 *   circles
 * - `disabled`: the shop publishes no such file; `html`, `not_json`, `bad_shape`: it serves
 *   something else instead
 * - `unreadable`: a page is too large even with few products; `password`: the shop is closed to
 *   visitors for now
 * - the rest as for visits
 */
export type WalkEnd =
  | 'complete'
  | 'page_limit'
  | 'row_limit'
  | 'repeated'
  | 'disabled'
  | Exclude<ParsedProducts['problem'], null | 'disabled'>
  | 'unreadable'
  | 'password'
  | NoStoreReason
  | NeverCause
  | `gave_up:${string}`

/** Daily for two weeks, in which a new store changes most; then weekly for half a year. */
const DAILY_FOR_MS = 14 * DAY_MS
const WEEKLY_FOR_MS = 26 * 7 * DAY_MS
export const FOLLOWED_FOR_MS = DAILY_FOR_MS + WEEKLY_FOR_MS
/** Longer walks would reach the daily limit every day. */
const MAX_DAILY_PAGES = 10
const MIN_PAUSE_MS = 12 * HOUR_MS

type FinishedWalk = { followedSince: Date; startedAt: Date; pages: number; now: Date }

/** When the store's next walk begins; null when it has been followed long enough. */
export function nextWalkAt({ followedSince, startedAt, pages, now }: FinishedWalk): Date | null {
  const followedMs = now.getTime() - followedSince.getTime()
  if (followedMs > FOLLOWED_FOR_MS) return null
  const isDaily = followedMs < DAILY_FOR_MS && pages <= MAX_DAILY_PAGES
  const dueMs = startedAt.getTime() + (isDaily ? DAY_MS : 7 * DAY_MS)
  return new Date(Math.max(dueMs, now.getTime() + MIN_PAUSE_MS))
}

const FIRST_RETRY_MS = 60_000
const MAX_RETRIES = 6
/** A missing catalogue may be a temporary problem; it is requested three times in all. */
const MAX_REREADS = 2
const REREAD_WAIT_MS = HOUR_MS

type WalkRetry = { cause: string; afterMs: number }

/**
 * When a step is retried after temporary trouble; null = the walk ends. Waiting for our own budget
 * does not count as an attempt.
 */
export function retryStepAt(
  { cause, afterMs }: WalkRetry,
  attempts: number,
  now: Date,
): Date | null {
  if (cause === 'budget') return new Date(now.getTime() + Math.max(afterMs, 1_000))
  if (attempts >= MAX_RETRIES) return null
  return new Date(now.getTime() + Math.max(afterMs, FIRST_RETRY_MS * 4 ** attempts))
}

export const rereadAt = (attempts: number, now: Date): Date | null =>
  attempts >= MAX_REREADS ? null : new Date(now.getTime() + REREAD_WAIT_MS * (attempts + 1))

/** The first minute of the next UTC day, spread over an hour so that walks do not start at once. */
export function tomorrow(now: Date, storeId: StoreId): Date {
  const midnightMs = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS
  return new Date(midnightMs + (storeId % 3_600) * 1_000)
}

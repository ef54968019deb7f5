import { sql } from 'kysely'
import { DAY_MS, type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { WalkedPage } from '#server/platform/db/product-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { tomorrow } from './walk-schedule.ts'

/** The catalogue's pages, then the list of best sellers, which may have to be found first. */
export type WalkStep = { kind: 'page'; page: number } | { kind: 'seek' } | { kind: 'best_sellers' }

/** A walk that this process may continue until `claimedUntil`. */
export type ClaimedWalk = {
  storeId: StoreId
  host: string
  /** The store's own currency; null where it is unknown. */
  currency: string | null
  walk: number
  startedAt: Date
  step: WalkStep
  perPage: number
  /** Null = not read since something else changed. */
  pages: (WalkedPage | null)[]
  askedOn: Day | null
  asked: number
  attempts: number
  claimedUntil: Date
  followedSince: Date
  completeStartedAt: Date | null
  homeHandles: string[]
  bestSellers: string | null
  isSought: boolean
}

/** Requests for a host's catalogue per UTC day; robots.txt comes on top. */
export const MAX_REQUESTS_PER_DAY = 20
const LEASE_MS = 3 * 60_000
/** After that its pages no longer fit together. */
const STALE_AFTER_MS = 10 * DAY_MS

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)
/** Finding the collection takes two requests: the sitemap and its part. */
const requestsNeeded = (step: WalkStep): number => (step.kind === 'seek' ? 2 : 1)
export const formatStep = (step: WalkStep): string =>
  step.kind === 'page' ? String(step.page) : step.kind

function parseStep(text: string): WalkStep {
  return text === 'seek' || text === 'best_sellers'
    ? { kind: text }
    : { kind: 'page', page: Number(text) }
}

type ClaimedRow = Omit<ClaimedWalk, 'step'> & { nextStep: string }

/**
 * Takes up to `limit` due walks, longest due first, and counts their next requests before they are
 * made, so that the daily limit holds even if this process dies. A walk that begins, or rested too
 * long, gets its start here.
 */
export async function claimWalks(ctx: AppContext, limit: number): Promise<ClaimedWalk[]> {
  if (limit <= 0) return []
  const now = ctx.now()
  const staleBefore = new Date(now.getTime() - STALE_AFTER_MS)
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select store_id, case when asked_on = ${dayOf(now)}::date then asked else 0 end as asked_today,
        next_step <> '1' and started_at < ${staleBefore} as is_stale
      from catalogue_walks
      where due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
        and case when asked_on = ${dayOf(now)}::date then asked else 0 end + case next_step when 'seek' then 2 else 1 end <= ${MAX_REQUESTS_PER_DAY}
      order by due_at limit ${limit} for update skip locked)
    update catalogue_walks w set claimed_until = ${leaseFrom(now)}, asked_on = ${dayOf(now)}::date,
      asked = due.asked_today + case when w.next_step = 'seek' and not due.is_stale then 2 else 1 end,
      walk = case when due.is_stale then w.walk + 1 else w.walk end,
      next_step = case when due.is_stale then '1' else w.next_step end,
      started_at = case when due.is_stale or w.next_step = '1' then ${now} else w.started_at end
    from due join stores s on s.id = due.store_id
    where w.store_id = due.store_id
    returning w.store_id as "storeId", w.host, s.currency, w.walk, w.started_at as "startedAt", w.next_step as "nextStep", w.per_page as "perPage",
      case when w.currency is not distinct from s.currency then w.pages else '[]' end as pages, w.asked_on as "askedOn", w.asked, w.attempts,
      w.claimed_until as "claimedUntil", w.followed_since as "followedSince", w.complete_started_at as "completeStartedAt",
      w.home_handles as "homeHandles", w.best_sellers as "bestSellers", w.best_sellers_sought_at is not null as "isSought"`.execute(
    ctx.db,
  )
  return rows.map(({ nextStep, ...walk }) => ({ ...walk, step: parseStep(nextStep) }))
}

/**
 * Whether this process still holds the walk. Locks the walk until the commit; call it after the
 * store's row was locked.
 */
export async function lockWalk(db: Db, { storeId, claimedUntil }: ClaimedWalk): Promise<boolean> {
  const row = await db
    .selectFrom('catalogue_walks')
    .select('claimed_until')
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  return row?.claimed_until?.getTime() === claimedUntil.getTime()
}

/**
 * Writes the walk's position and reserves its next request.
 * @returns null when today's requests are used up: the walk continues tomorrow
 */
export async function continueWalk(
  ctx: AppContext,
  walk: ClaimedWalk,
): Promise<ClaimedWalk | null> {
  const now = ctx.now()
  const today = dayOf(now)
  const asked = (walk.askedOn === today ? walk.asked : 0) + requestsNeeded(walk.step)
  const hasRequestsLeft = asked <= MAX_REQUESTS_PER_DAY
  const next = hasRequestsLeft
    ? { ...walk, askedOn: today, asked, claimedUntil: leaseFrom(now) }
    : walk
  await saveWalk(ctx.db, next, {
    due_at: hasRequestsLeft ? now : tomorrow(now, walk.storeId),
    claimed_until: hasRequestsLeft ? next.claimedUntil : null,
  })
  return hasRequestsLeft ? next : null
}

type WalkColumns = {
  due_at: Date | null
  claimed_until: Date | null
  outcome?: string
  outcome_at?: Date
  known_since?: ReturnType<typeof sql<Date>>
  is_whole?: boolean
  best_sellers_sought_at?: Date
}

export async function saveWalk(db: Db, walk: ClaimedWalk, columns: WalkColumns): Promise<void> {
  await db
    .updateTable('catalogue_walks')
    .set({
      walk: walk.walk,
      started_at: walk.startedAt,
      next_step: formatStep(walk.step),
      per_page: walk.perPage,
      pages: JSON.stringify(walk.pages),
      currency: walk.currency,
      asked_on: walk.askedOn,
      asked: walk.asked,
      attempts: walk.attempts,
      complete_started_at: walk.completeStartedAt,
      best_sellers: walk.bestSellers,
      ...columns,
    })
    .where('store_id', '=', walk.storeId)
    .execute()
}

/** Returns a walk unchanged; its counted requests stay counted. */
export async function releaseWalk(db: Db, walk: ClaimedWalk, dueAt: Date): Promise<void> {
  await db
    .updateTable('catalogue_walks')
    .set({ claimed_until: null, due_at: dueAt })
    .where('store_id', '=', walk.storeId)
    .where('claimed_until', '=', walk.claimedUntil)
    .execute()
}

/** For the only worker of a database: every earlier claim belongs to a worker that has ended. */
export async function releaseAllWalks(db: Db): Promise<void> {
  await db
    .updateTable('catalogue_walks')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute()
}

import { sql } from 'kysely'
import { DAY_MS, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { saveLastTrendingDays } from '#server/discovery/trends/save-trends.ts'
import { lockErasureShared } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { WalkedPage } from '#server/platform/db/product-schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { saveCatalogueFigures, savePlaces } from './catalogue-figures.ts'
import {
  type ClaimedWalk,
  continueWalk,
  lockWalk,
  saveWalk,
  type WalkStep,
} from './catalogue-walk.ts'
import type { WalkStepResult } from './read-walk-step.ts'
import { removeMissedProducts, saveProducts } from './save-products.ts'
import { nextWalkAt, rereadAt, retryStepAt, type WalkEnd } from './walk-schedule.ts'

/** The platform serves 25,000 products; with few per page the walk stops earlier. */
const MAX_PAGES = 100
const FEWER_PER_PAGE = 30
const KEEP_CHANGES_MS = 180 * DAY_MS
const KEEP_REMOVED_MS = 90 * DAY_MS

/**
 * Writes the results of a step together with the walk's new position, in one transaction.
 * @returns the walk with its next step, or null when it pauses, has ended, or belongs to another
 * process by now
 */
export async function recordWalkStep(
  ctx: AppContext,
  walk: ClaimedWalk,
  result: WalkStepResult,
): Promise<ClaimedWalk | null> {
  return inTransaction(ctx, async (ctx) => {
    await lockErasureShared(ctx.db)
    const store = await ctx.db
      .selectFrom('stores')
      .select(['launch_status', 'launch_confidence'])
      .where('id', '=', walk.storeId)
      .forUpdate()
      .executeTakeFirst()
    if (!store || !(await lockWalk(ctx.db, walk))) return null
    const isFollowed = store.launch_status === 'new' || store.launch_confidence === 'low'
    if (isFollowed) return apply(ctx, walk, result)
    await saveWalk(ctx.db, walk, { due_at: null, claimed_until: null })
    return null
  })
}

async function apply(
  ctx: AppContext,
  walk: ClaimedWalk,
  result: WalkStepResult,
): Promise<ClaimedWalk | null> {
  switch (result.kind) {
    case 'products':
      return applyProducts(ctx, walk, result)
    case 'unchanged':
      await touchPage(ctx, walk)
      return advancePage(ctx, walk, result.page, null)
    case 'too_much':
      return walk.perPage > FEWER_PER_PAGE
        ? continueWalk(ctx, { ...startOver(walk), perPage: FEWER_PER_PAGE })
        : endPages(ctx, walk, 'unreadable')
    case 'misread':
      return postpone(ctx, walk, {
        dueAt: rereadAt(walk.attempts, ctx.now()),
        outcome: result.problem,
        end: result.problem,
      })
    case 'retry':
      return applyRetry(ctx, walk, result)
    case 'best_sellers':
      if (result.handles)
        await savePlaces(ctx, [
          { storeId: walk.storeId, list: 'best_sellers', handles: result.handles },
        ])
      return endWalk(ctx, walk, null)
    case 'sought':
      await saveWalk(ctx.db, walk, {
        due_at: ctx.now(),
        claimed_until: walk.claimedUntil,
        best_sellers_sought_at: ctx.now(),
      })
      return result.handle === null
        ? endWalk(ctx, walk, null)
        : continueWalk(
            ctx,
            withStep({ ...walk, bestSellers: result.handle }, { kind: 'best_sellers' }),
          )
    case 'over':
      return walk.step.kind === 'page' ? endPages(ctx, walk, result.end) : endWalk(ctx, walk, null)
    default:
      return result satisfies never
  }
}

const withStep = (walk: ClaimedWalk, step: WalkStep): ClaimedWalk => ({
  ...walk,
  step,
  attempts: 0,
})

/** A new number, so that the pages read so far do not count as repetitions. */
const startOver = (walk: ClaimedWalk): ClaimedWalk => ({
  ...withStep(walk, { kind: 'page', page: 1 }),
  walk: walk.walk + 1,
  pages: [],
})

/** Asked only of steps that read a page. */
const pageOf = ({ step }: ClaimedWalk): number => (step.kind === 'page' ? step.page : 1)

async function applyProducts(
  ctx: AppContext,
  walk: ClaimedWalk,
  { products, page }: Extract<WalkStepResult, { kind: 'products' }>,
): Promise<ClaimedWalk | null> {
  const { storeId, currency } = walk
  const at = pageOf(walk)
  const ids = products.map(({ productId }) => productId)
  const isRepeated = page.listed > 0 && at > 1 && (await areAllKnown(ctx, walk, ids))
  const full = await saveProducts(ctx, [
    { storeId, currency, products, walk: { number: walk.walk, page: at } },
  ])
  await forgetLeftPage(ctx, walk, ids)
  return advancePage(
    ctx,
    walk,
    page,
    isRepeated ? 'repeated' : full.has(storeId) ? 'row_limit' : null,
  )
}

async function areAllKnown(
  { db }: AppContext,
  { storeId, walk }: ClaimedWalk,
  ids: string[],
): Promise<boolean> {
  const { rows } = await sql<{ met: number }>`
    select count(*) as met from products where store_id = ${storeId} and product_id = any(${ids}::bigint[]) and walk = ${walk}`.execute(
    db,
  )
  return (rows[0]?.met ?? 0) === ids.length
}

/**
 * Products that have left the page must not count as found when the page is unchanged next time.
 */
async function forgetLeftPage({ db }: AppContext, walk: ClaimedWalk, ids: string[]): Promise<void> {
  await sql`
    update products set walk_page = null
    where store_id = ${walk.storeId} and walk_page = ${pageOf(walk)}
      and product_id <> all(${ids}::bigint[])`.execute(db)
}

async function touchPage({ db, now }: AppContext, walk: ClaimedWalk): Promise<void> {
  await db
    .updateTable('products')
    .set({ last_seen_at: now(), walk: walk.walk })
    .where('store_id', '=', walk.storeId)
    .where('walk_page', '=', pageOf(walk))
    .where('removed_at', 'is', null)
    .execute()
}

/** To the next page, or to the end: a page that is not full is the last one. */
async function advancePage(
  ctx: AppContext,
  walk: ClaimedWalk,
  page: WalkedPage,
  problem: WalkEnd | null,
): Promise<ClaimedWalk | null> {
  const number = pageOf(walk)
  const walkRead = { ...walk, pages: withPage(walk.pages, number, page) }
  if (problem) return endPages(ctx, walkRead, problem)
  if (page.listed < walk.perPage) return endPages(ctx, walkRead, 'complete')
  if (number >= MAX_PAGES) return endPages(ctx, walkRead, 'page_limit')
  return continueWalk(ctx, withStep(walkRead, { kind: 'page', page: number + 1 }))
}

const withPage = (
  pages: ClaimedWalk['pages'],
  number: number,
  page: WalkedPage,
): ClaimedWalk['pages'] =>
  Array.from({ length: Math.max(pages.length, number) }, (_, at) =>
    at === number - 1 ? page : (pages[at] ?? null),
  )

const ENDS_WITH_CATALOGUE = new Set<WalkEnd>(['complete', 'page_limit', 'row_limit', 'repeated'])

/** All available pages were read. Only a complete catalogue shows which products are gone. */
async function endPages(
  ctx: AppContext,
  walk: ClaimedWalk,
  end: WalkEnd,
): Promise<ClaimedWalk | null> {
  if (!ENDS_WITH_CATALOGUE.has(end)) return endWalk(ctx, walk, end)
  const number = pageOf(walk)
  const isWhole = end === 'complete'
  if (isWhole) {
    const { storeId, startedAt, completeStartedAt: previousStartedAt } = walk
    await removeMissedProducts(ctx, { storeId, startedAt, pages: number, previousStartedAt })
  }
  const known = {
    ...walk,
    pages: walk.pages.slice(0, number),
    completeStartedAt: isWhole ? walk.startedAt : walk.completeStartedAt,
  }
  await saveWalk(ctx.db, known, {
    due_at: ctx.now(),
    claimed_until: walk.claimedUntil,
    outcome: end,
    outcome_at: ctx.now(),
    known_since: sql<Date>`coalesce(known_since, ${ctx.now()})`,
    is_whole: isWhole,
  })
  if (known.bestSellers !== null)
    return continueWalk(ctx, withStep(known, { kind: 'best_sellers' }))
  return known.isSought
    ? endWalk(ctx, known, null)
    : continueWalk(ctx, withStep(known, { kind: 'seek' }))
}

/**
 * `end` = null: the data of its pages stays. Prepares the next walk and cleans up after this one.
 */
async function endWalk(ctx: AppContext, walk: ClaimedWalk, end: WalkEnd | null): Promise<null> {
  const { storeId, startedAt, followedSince, pages } = walk
  const now = ctx.now()
  await savePlaces(ctx, [{ storeId, list: 'home', handles: walk.homeHandles }])
  if (end === null) await saveCatalogueFigures(ctx, [storeId])
  await deleteOldRows(ctx, storeId)
  const next = { ...withStep(walk, { kind: 'page', page: 1 }), walk: walk.walk + 1 }
  await saveWalk(ctx.db, next, {
    due_at: nextWalkAt({ followedSince, startedAt, pages: pages.length, now }),
    claimed_until: null,
    ...(end !== null && { outcome: end, outcome_at: now }),
  })
  ctx.log.debug(
    { event: 'walk.ended', storeId, host: walk.host, outcome: end, pages: pages.length },
    'walk ended',
  )
  return null
}

async function deleteOldRows({ db, now }: AppContext, storeId: StoreId): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await db
    .deleteFrom('product_changes')
    .where('store_id', '=', storeId)
    .where('at', '<', before(KEEP_CHANGES_MS))
    .execute()
  await db
    .deleteFrom('product_change_days')
    .where('store_id', '=', storeId)
    .where('day', '<', dayOf(before(KEEP_CHANGES_MS)))
    .execute()
  // A saved product stays for its accounts. The trending days of all of them go: what someone saved
  // must not change the counter.
  const { numAffectedRows: trendsGone = 0n } = await sql`
    with old as (select product_id from products where store_id = ${storeId} and removed_at < ${before(KEEP_REMOVED_MS)}),
    gone as (
      delete from products p using old where p.store_id = ${storeId} and p.product_id = old.product_id and not exists (
        select from saved_products saved where saved.store_id = ${storeId} and saved.product_id = old.product_id))
    delete from product_trends t using old where t.store_id = ${storeId} and t.product_id = old.product_id`.execute(
    db,
  )
  if (trendsGone > 0n) await saveLastTrendingDays(db, [storeId])
}

type Postponement = { dueAt: Date | null; outcome: string; end: WalkEnd }

async function postpone(
  ctx: AppContext,
  walk: ClaimedWalk,
  { dueAt, outcome, end }: Postponement,
): Promise<null> {
  const isPage = walk.step.kind === 'page'
  if (dueAt === null) return endWalk(ctx, walk, isPage ? end : null)
  const waiting = { ...walk, attempts: walk.attempts + 1 }
  await saveWalk(ctx.db, waiting, {
    due_at: dueAt,
    claimed_until: null,
    ...(isPage && { outcome: `waits:${outcome}`, outcome_at: ctx.now() }),
  })
  return null
}

async function applyRetry(
  ctx: AppContext,
  walk: ClaimedWalk,
  retry: Extract<WalkStepResult, { kind: 'retry' }>,
): Promise<null> {
  const dueAt = retryStepAt(retry, walk.attempts, ctx.now())
  if (retry.cause !== 'budget' || dueAt === null)
    return postpone(ctx, walk, { dueAt, outcome: retry.cause, end: `gave_up:${retry.cause}` })
  await saveWalk(ctx.db, walk, { due_at: dueAt, claimed_until: null })
  return null
}

import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { NoStoreReason, ProbeResult } from '#discovery/probe/probe-result.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import {
  endCheck,
  findOpenRun,
  finishRun,
  nextCheck,
  nightKey,
  type OpenCheck,
  postponeCheck,
  startAccuracyRun,
} from '#server/operations/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { recheckStore, type StoreToCheck } from './recheck-store.ts'

const IDLE_MS = 30_000
const VISIT_LIMIT_MS = 5 * MINUTE_MS
const AFTER_FAILURE_MS = 10 * MINUTE_MS
const MAX_TRIES = 3
/** A check does not wait for a host that wants a longer pause. */
const MAX_WAIT_MS = 6 * HOUR_MS
/**
 * Stores not reached by then count as unreachable: the night's figure must not slip to another day.
 */
const RUN_LIMIT_MS = 20 * HOUR_MS
/** The nightly job may have been missed while no process ran. */
const OVERDUE_MS = DAY_MS + HOUR_MS

/** Answers that neither confirm nor deny what we show. */
const INCONCLUSIVE = new Set<NoStoreReason>(['too_large', 'unreadable', 'unclear'])

/**
 * Carries out accuracy runs, one visit after the other, through the same probe as every visit:
 * robots.txt, budget and opt-outs included. All state is in the rows, so that an interrupted run
 * resumes.
 */
export function createAccuracyStage(
  ctx: AppContext,
  probe: ExternalClients['probe'],
  signal: AbortSignal,
): { step: () => Promise<number> } {
  const firstAt = ctx.now().getTime() + ctx.config.ACCURACY_FIRST_AFTER_MS
  return {
    async step() {
      const run = await findOpenRun(ctx.db)
      if (!run) return (await isRunDue(ctx, firstAt)) ? startDueRun(ctx) : IDLE_MS
      const isLate = ctx.now().getTime() - run.startedAt.getTime() > RUN_LIMIT_MS
      const check = isLate ? 'none' : await nextCheck(ctx, run.id)
      if (check === 'rest') return IDLE_MS
      if (check === 'none') await finishRun(ctx, run.id)
      else
        await checkStore(ctx, probe, check, signal).catch((error) =>
          recordFailure(ctx, check, signal, error),
        )
      return 0
    },
  }
}

/**
 * The first run starts soon after the first start; later ones belong to the nightly job, unless it
 * was missed.
 */
async function isRunDue({ db, now }: AppContext, firstAt: number): Promise<boolean> {
  const last = await db
    .selectFrom('accuracy_runs')
    .select('started_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return now().getTime() >= firstAt
  return now().getTime() - last.started_at.getTime() > OVERDUE_MS
}

async function startDueRun(ctx: AppContext): Promise<number> {
  return (await startAccuracyRun(ctx, nightKey(ctx.now()))) === null ? IDLE_MS : 0
}

async function checkStore(
  ctx: AppContext,
  probe: ExternalClients['probe'],
  check: OpenCheck,
  signal: AbortSignal,
): Promise<void> {
  const store = await readStore(ctx.db, check.storeId)
  if (!store) return endCheck(ctx, check, 'skipped')
  const pauseMs = await plannedPauseMs(ctx, store.host)
  if (pauseMs > 0) return retryLater(ctx, check, pauseMs)
  const result = await probe(store, AbortSignal.any([signal, AbortSignal.timeout(VISIT_LIMIT_MS)]))
  if (!signal.aborted) await recordResult(ctx, check, store, result)
}

/**
 * An internal failure. It counts as an attempt, because a plain retry would visit the store again
 * and again.
 */
async function recordFailure(
  ctx: AppContext,
  check: OpenCheck,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  if (signal.aborted) throw error
  ctx.log.error({ event: 'accuracy.failed', storeId: check.storeId, err: error }, 're-check failed')
  await retryLater(ctx, check, AFTER_FAILURE_MS)
}

async function recordResult(
  ctx: AppContext,
  check: OpenCheck,
  store: StoreToCheck,
  result: ProbeResult,
): Promise<void> {
  switch (result.kind) {
    case 'retry':
      return retryLater(ctx, check, Math.max(result.afterMs, MINUTE_MS * 2 ** check.tries))
    case 'never':
      return endCheck(ctx, check, 'skipped')
    case 'not_a_store':
      if (INCONCLUSIVE.has(result.reason)) return endCheck(ctx, check, 'unreachable')
      return endWithComparison(ctx, check, store, result)
    case 'store':
    case 'unchanged':
      return endWithComparison(ctx, check, store, result)
    default:
      return result satisfies never
  }
}

async function endWithComparison(
  ctx: AppContext,
  check: OpenCheck,
  store: StoreToCheck,
  result: Parameters<typeof recheckStore>[2],
): Promise<void> {
  const recheck = await recheckStore(ctx, store, result)
  if (recheck.kind === 'gone') return endCheck(ctx, check, 'skipped')
  await endCheck(ctx, check, 'compared', recheck.fields)
  const isAsShown = Object.values(recheck.fields).every(({ verdict }) => verdict === 'correct')
  if (!isAsShown) await visitSoon(ctx, store)
}

async function retryLater(ctx: AppContext, check: OpenCheck, pauseMs: number): Promise<void> {
  if (check.tries + 1 >= MAX_TRIES || pauseMs > MAX_WAIT_MS)
    return endCheck(ctx, check, 'unreachable')
  return postponeCheck(ctx.db, check, new Date(ctx.now().getTime() + pauseMs))
}

/**
 * The store's displayed values, with the host of its domain under which we found it: only `www` may
 * lead to the shop.
 */
async function readStore(db: Db, storeId: StoreId): Promise<StoreToCheck | null> {
  const row = await db
    .selectFrom('stores')
    .leftJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .select(['domain', 'found_at', 'log_id'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (!row) return null
  const host = (await findVisitedHost(db, storeId, row.domain)) ?? row.domain
  return { storeId, host, revealedAt: row.found_at, logId: row.log_id ?? '' }
}

async function findVisitedHost(db: Db, storeId: StoreId, domain: string): Promise<string | null> {
  const bare = domain.replace(/^www\./, '')
  const found = await db
    .selectFrom('candidates')
    .select('host')
    .where('host', 'in', [bare, `www.${bare}`])
    .where('store_id', '=', storeId)
    .orderBy(sql`length(host)`)
    .limit(1)
    .executeTakeFirst()
  return found?.host ?? null
}

/**
 * A host that asked for a pause, or did not answer, has a planned next visit: the check does not
 * come earlier. A running visit is not repeated.
 */
async function plannedPauseMs({ db, now }: AppContext, host: string): Promise<number> {
  const row = await db
    .selectFrom('candidates')
    .select(['due_at', 'claimed_until', 'attempts'])
    .where('host', '=', host)
    .executeTakeFirst()
  if (!row) return 0
  const until = [row.claimed_until, row.attempts > 0 ? row.due_at : null]
  return Math.max(0, ...until.map((at) => (at ? at.getTime() - now().getTime() : 0)))
}

/** An ordinary visit corrects the difference and records it as an event. */
async function visitSoon({ db, now }: AppContext, { storeId, host }: StoreToCheck): Promise<void> {
  await db
    .updateTable('candidates')
    .set({ due_at: now() })
    .where('host', '=', host)
    .where('store_id', '=', storeId)
    .where((on) => on.or([on('due_at', 'is', null), on('due_at', '>', now())]))
    .execute()
}

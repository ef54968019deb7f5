import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { getDomain } from 'tldts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { observedSignal } from '#discovery/launch/dated-signals.ts'
import type { LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import { type AskDomainAge, createRdapClient, type DomainAge } from '#discovery/rdap/rdap-client.ts'
import { reevaluateLaunch } from '#server/discovery/visits/store-row.ts'
import { lockErasureShared } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type Lease, LEASE_TAKEN_WAIT_MS } from '#server/platform/locks.ts'

const IDLE_MS = 10_000
const MAX_TRIES = 5
const AFTER_FAILURE_MS = 60 * 60 * 1000

type PublishedStore = { storeId: StoreId; row: { domain: string }; verdict: LaunchVerdict }

/**
 * Queues the domains of stores whose age would help: newly launched ones and those with an
 * uncertain verdict. One row per store and domain, so that no domain is queried twice.
 */
export async function queueDomainAges(
  { db, config, now }: AppContext,
  stores: PublishedStore[],
): Promise<void> {
  if (!config.RDAP_URL) return
  const rows = stores.flatMap(({ storeId, row, verdict }) => {
    const domain =
      verdict.status === 'new' || verdict.confidence === 'low' ? registeredName(row.domain) : null
    return domain === null ? [] : [{ store_id: storeId, domain, due_at: now() }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('domain_ages')
    .values(rows)
    .onConflict((on) => on.columns(['store_id', 'domain']).doNothing())
    .execute()
}

/** Null for the platform's own addresses. */
function registeredName(host: string): string | null {
  const name = getDomain(host)
  return name === null || name === 'myshopify.com' ? null : name
}

/**
 * Queries one domain and evaluates its store again. Slow on purpose: registries answer for free.
 * One process at a time; after a crash the domain is simply queried again.
 * @returns how long to pause
 */
export async function domainAgesStep(
  ctx: AppContext,
  lookUp: AskDomainAge,
  signal: AbortSignal,
): Promise<number> {
  const due = await nextDue(ctx.db, ctx.now())
  if (!due) return IDLE_MS
  const age = await lookUp(due.domain, signal)
  signal.throwIfAborted()
  await saveAge(ctx, due, age).catch(async (error: unknown) => {
    // Counts as an attempt: a plain retry would query the registry for the same domain again and
    // again, and for no other.
    ctx.log.error(
      { event: 'domain-age.failed', domain: due.domain, err: error },
      'domain age not stored',
    )
    await savePlan(ctx, due, { kind: 'retry', afterMs: AFTER_FAILURE_MS, isThrottled: false })
  })
  return age.kind === 'retry' && age.isThrottled ? age.afterMs : ctx.config.RDAP_EVERY_MS
}

async function saveAge(ctx: AppContext, due: DueDomain, age: DomainAge): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockErasureShared(ctx.db)
    // The store is locked before its child rows, as everywhere; another order could deadlock with a
    // visit.
    if (age.kind === 'registered') await addDomainSignal(ctx, due, age)
    await savePlan(ctx, due, age)
  })
}

/**
 * The step for the stage loop; the lease keeps a pause that a registry requested, even for the next
 * holder.
 */
export function domainAgesStage(ctx: AppContext, fetch: Fetch, lease: Lease, signal: AbortSignal) {
  const lookUp = createRdapClient({ fetch, baseUrl: ctx.config.RDAP_URL ?? '', now: ctx.now })
  return async (): Promise<number> => {
    if (!(await lease.hold())) return LEASE_TAKEN_WAIT_MS
    const pauseMs = await domainAgesStep(ctx, lookUp, signal)
    await lease.keepFor(pauseMs)
    return pauseMs
  }
}

type DueDomain = { store_id: StoreId; domain: string; attempts: number }

/** The latest stores come first: visitors open their pages most. */
async function nextDue(db: Db, now: Date): Promise<DueDomain | undefined> {
  const { rows } = await sql<DueDomain>`
    select store_id, domain, attempts from domain_ages where due_at is not null and due_at <= ${now} order by due_at desc limit 1`.execute(
    db,
  )
  return rows[0]
}

async function savePlan(
  ctx: AppContext,
  { store_id, domain, attempts }: DueDomain,
  age: DomainAge,
) {
  const now = ctx.now()
  const isLast = attempts + 1 >= MAX_TRIES
  const again =
    age.kind === 'retry' && !isLast ? new Date(now.getTime() + age.afterMs * 2 ** attempts) : null
  await ctx.db
    .updateTable('domain_ages')
    .set({
      outcome: age.kind === 'retry' ? (again === null ? 'gave_up' : null) : age.kind,
      registered_at: age.kind === 'registered' ? age.at : null,
      attempts: attempts + 1,
      due_at: again,
      checked_at: now,
    })
    .where('store_id', '=', store_id)
    .where('domain', '=', domain)
    .execute()
}

type Registered = Extract<DomainAge, { kind: 'registered' }>

/** A store deleted meanwhile needs no signal. */
async function addDomainSignal(
  ctx: AppContext,
  { store_id, domain }: DueDomain,
  age: Registered,
): Promise<void> {
  const store = await ctx.db
    .selectFrom('stores')
    .select(['id', 'found_at', 'domain'])
    .where('id', '=', store_id)
    .forUpdate()
    .executeTakeFirst()
  if (!store || registeredName(store.domain) !== domain) return
  const source = { url: age.sourceUrl, fetchedAt: ctx.now().toISOString() }
  const registered = observedSignal('domain_registered', age.at, source, 'events[registration]', {
    domain,
  })
  await reevaluateLaunch(ctx, { storeId: store.id, foundAt: store.found_at, signals: [registered] })
}

import { sql } from 'kysely'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { Candidate } from '#server/discovery/candidates.ts'
import { homeEvent, saveEvents } from '#server/discovery/changes/store-events.ts'
import { requestForContacts } from '#server/discovery/risks/assess-stores.ts'
import { endWalks, planWalks } from '#server/discovery/catalogue/plan-walks.ts'
import { saveProducts } from '#server/discovery/catalogue/save-products.ts'
import { lockErasureShared, optOutKeysOf, shopKeys, findOptedOutKeys } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { lockStores } from '#server/platform/locks.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { saveLags } from './found-times.ts'
import { saveValidators } from './page-validators.ts'
import { type PublishedStore, publishStores } from './publish-stores.ts'
import { confirmFacts } from './store-facts.ts'
import { findReplacedStores, findStoreIds, findTakeovers, storeKeysOf } from './store-identity.ts'
import { GONE, isMove } from './store-lifecycle.ts'
import type { StoreVisit } from './store-row.ts'
import { planNextVisit, type VisitOutcome } from './visit-plan.ts'

export type FinishedVisit = { candidate: Candidate; result: ProbeResult }

/**
 * Outcome, next visit and, for stores, all their data, in one transaction. On whole sets, because a
 * statement costs more than its rows: one visit alone takes as long as ten. Recording twice leaves
 * the same rows.
 */
export async function recordVisits(ctx: AppContext, visits: FinishedVisit[]): Promise<void> {
  const { plans, lost } = await inTransaction(ctx, async (ctx) => {
    const current = await refuseTakeovers(
      ctx.db,
      await excludeOptedOut(ctx.db, visits, () => lockCandidates(ctx.db, visits)),
    )
    const replaced = await lockKnownStores(ctx.db, current)
    const published = await recordStores(ctx, current.flatMap(toStoreVisit))
    await closeStores(ctx, await findGoneStores(ctx.db, current))
    await closeReplaced(ctx, replaced, [...published.values()])
    await recordUnchanged(ctx, current)
    await saveValidators(
      ctx.db,
      current.flatMap((visit) => toValidators(visit, published.get(visit.candidate.host))),
    )
    const plans = current.map((visit) => toPlan(ctx, visit, published.get(visit.candidate.host)))
    await savePlans(ctx.db, ctx.now(), plans)
    return { plans, lost: current.flatMap((visit, at) => toLostHost(visit, plans[at]?.outcome)) }
  })
  await visitTheirDomains(ctx, lost)
  for (const { host, outcome, dueAt } of plans)
    ctx.log.debug({ event: 'host.visited', host, outcome, dueAt }, 'host visited')
}

type CurrentVisit = FinishedVisit & { knownStoreId: StoreId | null; launchDay: Day | null }

/**
 * The visits with the current state of their candidates: during the visit, a log may have brought
 * an earlier entry. Locked in the order of all writers, so that a later log finds the store and
 * corrects it itself.
 */
async function lockCandidates(db: Db, visits: FinishedVisit[]): Promise<CurrentVisit[]> {
  const hosts = visits.map(({ candidate }) => candidate.host)
  const { rows } = await sql<LockedCandidate>`
    select host, revealed_at, log_id, store_id,
      (select launch_day from stores where stores.id = candidates.store_id) as launch_day
    from candidates where host = any(${hosts}::text[])
    order by host collate "C" for update`.execute(db)
  const byHost = new Map(rows.map((row) => [row.host, row]))
  return visits.map(({ candidate, result }) => {
    const {
      store_id: knownStoreId = null,
      launch_day: launchDay = null,
      ...now
    } = byHost.get(candidate.host) ?? {}
    return { candidate: { ...candidate, ...now }, result, knownStoreId, launchDay }
  })
}

type LockedCandidate = {
  host: string
  revealed_at: Date
  log_id: string
  store_id: StoreId | null
  /** Of its store. */
  launch_day: Day | null
}

/**
 * Also locks the stores that only change state: all of them at once, in order.
 * @returns the stores whose domain now belongs to another shop
 */
async function lockKnownStores(db: Db, visits: CurrentVisit[]): Promise<StoreId[]> {
  const found = visits.flatMap(toStoreVisit)
  const replaced = await findReplacedStores(db, found)
  const unread = visits.flatMap(({ result, knownStoreId }) =>
    result.kind !== 'store' && knownStoreId !== null ? [knownStoreId] : [],
  )
  const others = [...unread, ...replaced]
  if (others.length === 0) return []
  const visited = await findStoreIds(db, found.map(storeKeysOf))
  await lockStores(db, [...others, ...visited.filter((id) => id !== null)])
  if (replaced.length === 0) return []
  // While this waited, another process may have found one of them at its new domain.
  const still = new Set(await findReplacedStores(db, found))
  return replaced.filter((id) => still.has(id))
}

/** A shop may be found under a name that its owner did not list; its own data identifies it. */
async function excludeOptedOut(
  db: Db,
  visits: FinishedVisit[],
  lock: () => Promise<CurrentVisit[]>,
): Promise<CurrentVisit[]> {
  if (!visits.some(({ result }) => result.kind === 'store')) return lock()
  await lockErasureShared(db)
  const current = await lock()
  const optedOut = await findOptedOutKeys(db, current.flatMap(keysOfVisit))
  if (optedOut.size === 0) return current
  return current.map((visit) =>
    keysOfVisit(visit).some((key) => optedOut.has(key))
      ? { ...visit, result: { kind: 'never', cause: 'opt_out' } }
      : visit,
  )
}

function keysOfVisit({ candidate, result }: FinishedVisit): string[] {
  if (result.kind !== 'store') return []
  const { snapshot, finalHost } = result
  const shop = { shop: snapshot.shop?.value ?? null, shopId: snapshot.shopId?.value ?? null }
  return [...optOutKeysOf(candidate.host), ...optOutKeysOf(finalHost), ...shopKeys(shop)]
}

/** A refused visit says nothing about a shop. */
async function refuseTakeovers(db: Db, visits: CurrentVisit[]): Promise<CurrentVisit[]> {
  const refused = await findTakeovers(db, visits.flatMap(toStoreVisit))
  return visits.map((visit) =>
    refused.has(visit.candidate.host)
      ? { ...visit, result: { kind: 'not_a_store', reason: 'unclear' } }
      : visit,
  )
}

function toStoreVisit({ candidate, result }: FinishedVisit): StoreVisit[] {
  if (result.kind !== 'store') return []
  const { finalHost, isOffPlatform = false, snapshot, products, contactTrouble } = result
  return [
    {
      visitedHost: candidate.host,
      finalHost,
      isOffPlatform,
      revealedAt: candidate.revealed_at,
      logId: candidate.log_id,
      snapshot,
      products,
      isPartial: contactTrouble !== undefined,
    },
  ]
}

function toGoneHost({ candidate, result }: CurrentVisit): { host: string; reason: string }[] {
  if (result.kind !== 'not_a_store' || !GONE.has(result.reason)) return []
  return [{ host: candidate.host, reason: result.reason === 'no_shop' ? 'closed' : result.reason }]
}

async function recordUnchanged(ctx: AppContext, visits: CurrentVisit[]): Promise<void> {
  const storeIds = visits.flatMap(({ result, knownStoreId }) =>
    result.kind === 'unchanged' && knownStoreId !== null ? [knownStoreId] : [],
  )
  if (storeIds.length === 0) return
  await sql`
    update stores set last_checked_at = ${ctx.now()}, alive_on = case when status = 'CLOSED' then alive_on else ${dayOf(ctx.now())}::date end
    where id = any(${storeIds}::bigint[])`.execute(ctx.db)
  await confirmFacts(ctx.db, storeIds, ctx.now())
}

function toValidators({ result }: CurrentVisit, store: PublishedStore | undefined) {
  if (result.kind !== 'store' || !store) return []
  return [
    { storeId: store.storeId, pages: isWorthFollowing(store) ? (result.validators ?? []) : [] },
  ]
}

async function recordStores(
  ctx: AppContext,
  visits: StoreVisit[],
): Promise<Map<string, PublishedStore>> {
  if (visits.length === 0) return new Map()
  const published = await publishStores(ctx, visits)
  await saveLags(
    ctx,
    published.flatMap(({ storeId, visit, isNew }) =>
      isNew ? [{ storeId, host: visit.visitedHost }] : [],
    ),
  )
  await saveProducts(
    ctx,
    published.map(({ storeId, visit }) => ({
      storeId,
      currency: visit.snapshot.currency?.value ?? null,
      products: visit.products,
      walk: null,
    })),
  )
  await planWalks(
    ctx,
    published.map((store) => ({ ...store, isFollowed: isWorthFollowing(store) })),
  )
  return new Map(published.map((store) => [store.visit.visitedHost, store]))
}

type SavedPlan = {
  host: string
  attempts: number
  dueAt: Date | null
  outcome: VisitOutcome
  storeId: StoreId | null
}

function toPlan(
  ctx: AppContext,
  { candidate, result, knownStoreId, launchDay }: CurrentVisit,
  store: PublishedStore | undefined,
): SavedPlan {
  const plan = planNextVisit(withGoneReason(result, knownStoreId), {
    revealedAt: candidate.revealed_at,
    attempts: candidate.attempts,
    now: ctx.now(),
    isFollowed: store ? isWorthFollowing(store) : knownStoreId !== null,
    launchDay: store ? store.verdict.launchDay : launchDay,
    isMoved: store !== undefined && isMove(candidate.host, store.visit.finalHost),
    earlyMinutes: ctx.config.RECHECK_EARLY_MINUTES,
  })
  const hadTrouble =
    result.kind === 'retry' || (result.kind === 'store' && result.contactTrouble !== undefined)
  const attempts = hadTrouble ? candidate.attempts + 1 : 0
  return { host: candidate.host, attempts, storeId: store?.storeId ?? null, ...plan }
}

/**
 * The platform gives the same answer for a closed shop and for one that never existed; our data
 * tells them apart.
 */
function withGoneReason(result: ProbeResult, knownStoreId: StoreId | null): ProbeResult {
  const isGone =
    result.kind === 'not_a_store' && result.reason === 'no_shop' && knownStoreId !== null
  return isGone ? { ...result, reason: 'closed' } : result
}

/**
 * Excludes shops that are evidently old: most certificates lead to one, and each further
 * certificate would trigger a full visit again.
 */
const isWorthFollowing = ({ verdict }: PublishedStore): boolean =>
  verdict.status === 'new' || verdict.confidence === 'low'

async function savePlans(db: Db, now: Date, plans: SavedPlan[]): Promise<void> {
  const rows = plans.toSorted((a, b) => (a.host < b.host ? -1 : 1))
  await sql`
    update candidates set attempts = t.attempts, due_at = t."dueAt", claimed_until = null, outcome = t.outcome, outcome_at = ${now},
      store_id = coalesce(t."storeId", candidates.store_id)
    from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as t (host text, attempts integer, "dueAt" timestamptz, outcome text, "storeId" bigint)
    where candidates.host = t.host`.execute(db)
}

/** A host that no longer leads to the store that we found through it. */
function toLostHost(
  { candidate, result, knownStoreId }: CurrentVisit,
  outcome?: VisitOutcome,
): string[] {
  const isLost = result.kind === 'not_a_store' || outcome?.startsWith('gave_up')
  return isLost && knownStoreId !== null ? [candidate.host] : []
}

/**
 * A domain to which lost stores redirected is a candidate only if a certificate names it, yet only
 * its answer says whether the store is gone. In a transaction of its own, because hosts are locked
 * before stores; if it is lost, the next visit repeats it. The outcome is not null, since it is no
 * first visit.
 */
async function visitTheirDomains(ctx: AppContext, hosts: string[]): Promise<void> {
  if (hosts.length === 0) return
  await inTransaction(ctx, async ({ db, now }) => {
    await lockErasureShared(db)
    await sql`
      insert into candidates (host, stage, revealed_at, log_id, due_at, outcome, outcome_at, store_id)
      select distinct on (stores.domain collate "C") stores.domain, 'visit', c.revealed_at, c.log_id, ${now()}::timestamptz, c.outcome, c.outcome_at, stores.id
      from candidates c join stores on stores.id = c.store_id and stores.status <> 'CLOSED'
      where c.host = any(${hosts}::text[]) and not exists (select from candidates own
        where own.host in (stores.domain, regexp_replace(stores.domain, '^www\\.', ''), 'www.' || stores.domain) and own.store_id = stores.id)
      order by stores.domain collate "C", c.revealed_at
      on conflict (host) do update set store_id = excluded.store_id, revealed_at = excluded.revealed_at, log_id = excluded.log_id,
        due_at = case when candidates.attempts > 0 then candidates.due_at else excluded.due_at end
      where candidates.store_id is null and candidates.stage = 'visit' and candidates.outcome is not null`.execute(
      db,
    )
  })
}

type GoneStore = { storeId: StoreId; reason: string }

/**
 * The platform answers that these hosts have no shop (any more, or for now); only the store's own
 * domain decides for the store.
 */
async function findGoneStores(db: Db, visits: CurrentVisit[]): Promise<GoneStore[]> {
  const hosts = visits.flatMap(toGoneHost)
  if (hosts.length === 0) return []
  const { rows } = await sql<GoneStore>`
    select candidates.store_id as "storeId", min(t.reason) as reason
    from jsonb_to_recordset(${jsonText(hosts)}::jsonb) as t (host text, reason text)
    join candidates on candidates.host = t.host
    join stores on stores.id = candidates.store_id
    where regexp_replace(stores.domain, '^www\\.', '') = regexp_replace(candidates.host, '^www\\.', '')
    group by candidates.store_id`.execute(db)
  return rows
}

/** Unless a visit of the same group found them elsewhere. */
async function closeReplaced(
  ctx: AppContext,
  replaced: StoreId[],
  published: PublishedStore[],
): Promise<void> {
  const seen = new Set(published.map(({ storeId }) => storeId))
  const lost = replaced.filter((id) => !seen.has(id))
  await closeStores(
    ctx,
    lost.map((storeId) => ({ storeId, reason: 'another shop' })),
  )
  await endWalks(ctx, lost)
}

/** Call it with the stores locked. */
async function closeStores(ctx: AppContext, gone: GoneStore[]): Promise<void> {
  if (gone.length === 0) return
  const { rows: closed } = await sql<{ storeId: StoreId; domain: string; reason: string }>`
    with gone as (select * from jsonb_to_recordset(${jsonText(gone)}::jsonb) as t ("storeId" bigint, reason text)),
    checked as (
      update stores set status = 'CLOSED', last_checked_at = ${ctx.now()}, closed_at = coalesce(closed_at, ${ctx.now()})
      from gone, (select id, status from stores where id in (select "storeId" from gone) for no key update) as before
      where stores.id = gone."storeId" and before.id = stores.id
      returning stores.id, stores.domain, before.status, gone.reason)
    select id as "storeId", domain, reason from checked where status <> 'CLOSED'`.execute(ctx.db)
  await requestForContacts(
    ctx.db,
    closed.map(({ storeId }) => storeId),
  )
  await saveEvents(
    ctx,
    closed.map(({ storeId, domain, reason }) => ({
      ...homeEvent(storeId, domain, `answer: ${reason}`),
      kind: 'closed',
    })),
  )
}

import { type Selectable, sql } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { keysOf } from '#contracts/keys.ts'
import { type DatedSignal, observedSignal } from '#discovery/launch/dated-signals.ts'
import type { LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import { hideNamed, liftBounces } from '#server/catalog/api.ts'
import { recordVisitEvents } from '#server/discovery/changes/visit-events.ts'
import { requestForContacts } from '#server/discovery/risks/assess-stores.ts'
import { queueDomainAges } from '#server/discovery/upkeep/domain-ages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import {
  storeRow,
  type Stores,
  visitColumns,
  type VisitedStore,
} from '#server/platform/db/store-columns.ts'
import type { StoredFacts } from '#server/platform/db/stored-facts.ts'
import { certificateSignal, evaluateStores } from './launch-signals.ts'
import { recordShopNumbers, narrowByPods } from './shop-number-pods.ts'
import { addressesOf, mergeFacts, saveFacts } from './store-facts.ts'
import {
  claimStoreKeys,
  type KeyOwners,
  readOwners,
  storeIdOf,
  type StoreKeySet,
  storeKeysOf,
} from './store-identity.ts'
import { isMove, type StoreState } from './store-lifecycle.ts'
import { domainOf, type StoreVisit } from './store-row.ts'

export type PublishedStore = {
  storeId: StoreId
  visit: StoreVisit
  verdict: LaunchVerdict
  isNew: boolean
}

/**
 * Inserts stores or refreshes them; call it inside a transaction. Each shop may appear in only one
 * of the visits.
 * @throws StoreKeyConflict when another transaction just published one of the shops: start again
 */
export async function publishStores(
  ctx: AppContext,
  visits: StoreVisit[],
): Promise<PublishedStore[]> {
  const owners = await readOwners(ctx.db, visits.map(storeKeysOf))
  const stores = await identify(ctx.db, visits, owners)
  await claimStoreKeys(ctx.db, stores, owners)
  const signalled = await narrowByPods(
    ctx.db,
    stores.map((store) => ({
      ...store,
      shopId: store.visit.snapshot.shopId?.value ?? null,
      signals: ownSignals(ctx, store),
    })),
  )
  const evaluations = await evaluateStores(ctx.db, signalled)
  const merged = await mergeFacts(
    ctx,
    stores.map(({ storeId, visit }) => ({ storeId, snapshot: visit.snapshot, at: ctx.now() })),
  )
  const evaluated = stores.map((store) => {
    const verdict = evaluations.get(store.storeId)?.verdict
    const facts = merged.get(store.storeId)
    if (!verdict || !facts) throw new Error('a store has no launch verdict')
    const row = storeRow(toVisited(store, verdict, facts.after))
    return { ...store, verdict, facts, row }
  })
  await saveFacts(ctx.db, ctx.now(), merged)
  // By the contacts that it had while it was closed.
  await requestForContacts(
    ctx.db,
    stores.flatMap(({ storeId, before }) => (before?.status === 'CLOSED' ? [storeId] : [])),
  )
  await liftBounces(ctx, stores.map(toSeenMails))
  await upsertStores(
    ctx,
    evaluated.map(({ row }) => row),
  )
  await hideNamed(ctx.db, evaluated.map(toNamed))
  await recordVisitEvents(
    ctx,
    evaluated.map((store) => ({ ...store, after: store.row })),
  )
  await recordShopNumbers(ctx.db, signalled)
  await queueDomainAges(ctx, evaluated)
  return evaluated.map(({ storeId, visit, verdict, before }) => {
    return { storeId, visit, verdict, isNew: before === null }
  })
}

const toNamed = ({
  storeId,
  visit,
  facts,
}: IdentifiedStore & { facts: { after: StoredFacts } }) => ({
  storeId,
  hosts: [
    visit.visitedHost,
    visit.finalHost,
    ...(visit.snapshot.shop ? [visit.snapshot.shop.value] : []),
  ],
  addresses: addressesOf(facts.after),
})

/** Addresses that this visit read, not those of pages that it left out. */
const toSeenMails = ({ storeId, visit }: IdentifiedStore) => ({
  storeId,
  addresses: visit.snapshot.emails.map(({ value }) => value.address.toLowerCase()),
})

type Before = StoreState &
  Pick<Selectable<Stores>, 'id' | 'found_at' | 'policies' | 'email' | 'phone' | 'risks'>
type IdentifiedStore = {
  storeId: StoreId
  visit: StoreVisit
  keys: StoreKeySet
  foundAt: Date
  before: Before | null
}

/** Identifies the store of each visit; an unknown one gets its number here. */
async function identify(
  db: Db,
  visits: StoreVisit[],
  owners: KeyOwners,
): Promise<IdentifiedStore[]> {
  const named = visits.map((visit) => {
    const keys = storeKeysOf(visit)
    return { visit, keys, knownId: storeIdOf(owners, keys) }
  })
  const known = named.flatMap(({ knownId }) => knownId ?? [])
  const reserved = await reserveStoreIds(db, named.length - known.length)
  const before = await readBefore(db, known)
  return named.map(({ visit, keys, knownId }) => {
    const storeId = knownId ?? reserved.shift()
    if (storeId === undefined) throw new Error('fewer store ids than visits')
    const storeBefore = before.get(storeId) ?? null
    const foundAt =
      storeBefore && storeBefore.found_at < visit.revealedAt
        ? storeBefore.found_at
        : visit.revealedAt
    return { storeId, visit, keys, foundAt, before: storeBefore }
  })
}

async function reserveStoreIds(db: Db, count: number): Promise<StoreId[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: StoreId }>`
    select nextval(pg_get_serial_sequence('stores', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Locked (see `lockStores`), so that an earlier day from a log is not overwritten. */
async function readBefore(db: Db, storeIds: StoreId[]): Promise<Map<StoreId, Before>> {
  if (storeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stores')
    .select(['id', 'found_at', 'status', 'domain', 'policies', 'email', 'phone', 'risks'])
    .where(sql<boolean>`id = any(${storeIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The snapshot's signals plus those that only the pipeline knows. */
function ownSignals(ctx: AppContext, { visit, foundAt, before }: IdentifiedStore): DatedSignal[] {
  const now = ctx.now()
  const home = { url: `https://${visit.finalHost}/`, fetchedAt: now.toISOString() }
  const isProtected = visit.snapshot.status?.value === 'password_protected'
  const firstSeen = isProtected ? 'first_seen_protected' : 'first_seen'
  const hasOpened = before?.status === 'PASSWORD_PROTECTED' && !isProtected
  return [
    certificateSignal({ host: visit.visitedHost, log_id: visit.logId, foundAt, now }),
    observedSignal(firstSeen, now, home, 'first visit'),
    ...(hasOpened ? [observedSignal('opened', now, home, 'first visit without password')] : []),
    ...elsewhereSignals(visit, before),
    ...visit.snapshot.signals,
  ]
}

/** The same shop was found earlier under a different domain. */
function elsewhereSignals(visit: StoreVisit, before: Before | null): DatedSignal[] {
  if (!before || !isMove(before.domain, domainOf(visit, before))) return []
  const { domain, found_at: at } = before
  const home = { url: `https://${domain}/`, fetchedAt: at.toISOString() }
  return [observedSignal('seen_elsewhere', at, home, 'earlier domain', { domain })]
}

const toVisited = (
  { storeId, visit, foundAt, before }: IdentifiedStore,
  verdict: LaunchVerdict,
  facts: StoredFacts,
): VisitedStore => ({
  storeId,
  domain: domainOf(visit, before),
  status: visit.snapshot.status?.value === 'password_protected' ? 'PASSWORD_PROTECTED' : 'OPEN',
  facts,
  verdict,
  foundAt,
})

const names = keysOf(visitColumns)
const columns = sql.raw(names.join(', '))
const typedColumns = sql.raw(names.map((name) => `${name} ${visitColumns[name].type}`).join(', '))
const updates = sql.raw(
  names
    .filter((name) => name !== 'id')
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
)

/**
 * `visible_at` is set once, when the store first appears; `opened_at` each time that it opens from
 * behind its password page, `protected_at` each time that it puts one up.
 */
async function upsertStores(ctx: AppContext, rows: ReturnType<typeof storeRow>[]): Promise<void> {
  await sql`
    insert into stores (${columns}, visible_at, last_checked_at, alive_on, email_state, email_bounced, protected_at, has_reopened)
    select t.*, ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz, ${dayOf(ctx.now())}::date, mail_hosts.state,
      exists (select from bounced_contacts where store_id = t.id and address = lower(t.email)),
      case when t.status = 'PASSWORD_PROTECTED' then ${ctx.now()}::timestamptz end, false
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (${typedColumns})
    left join mail_hosts on mail_hosts.domain = t.email_domain
    on conflict (id) do update set ${updates}, email_state = excluded.email_state, email_bounced = excluded.email_bounced, last_checked_at = excluded.last_checked_at,
      alive_on = excluded.alive_on, closed_at = null,
      opened_at = case when stores.status = 'PASSWORD_PROTECTED' and excluded.status = 'OPEN' then ${ctx.now()}::timestamptz
        else stores.opened_at end,
      protected_at = case when stores.status <> 'PASSWORD_PROTECTED' and excluded.status = 'PASSWORD_PROTECTED'
        then excluded.protected_at else stores.protected_at end,
      has_reopened = stores.has_reopened or (stores.status = 'CLOSED' and excluded.status = 'OPEN')`.execute(
    ctx.db,
  )
}

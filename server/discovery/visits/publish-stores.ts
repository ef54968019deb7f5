import { sql } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import type { LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import { recordVisitEvents } from '#server/discovery/changes/visit-events.ts'
import { queueDomainAges } from '#server/discovery/upkeep/domain-ages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { certificateSignal, evaluateStores } from './launch-signals.ts'
import { recordShopNumbers, narrowByPods } from './shop-number-pods.ts'
import { mergeFacts, saveFacts, type StoreFacts } from './store-facts.ts'
import { claimStoreKeys, findStoreIds, type StoreKeySet, storeKeysOf } from './store-identity.ts'
import { isMove, type StoreState } from './store-lifecycle.ts'
import { domainOf, storeRow, type StoreVisit } from './store-row.ts'

export type PublishedStore = {
  storeId: StoreId
  visit: StoreVisit
  verdict: LaunchVerdict
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
  const stores = await identify(ctx.db, visits)
  await claimStoreKeys(ctx.db, stores)
  const signalled = await narrowByPods(
    ctx.db,
    stores.map((store) => ({ ...store, shopId: shopIdOf(store), signals: ownSignals(ctx, store) })),
  )
  const evaluations = await evaluateStores(ctx.db, signalled)
  const merged = await mergeFacts(
    ctx.db,
    stores.map(({ storeId, visit }) => ({ storeId, snapshot: visit.snapshot, at: ctx.now() })),
  )
  const evaluated = stores.map((store) => {
    const verdict = evaluations.get(store.storeId)?.verdict
    const facts = merged.get(store.storeId)
    if (!verdict || !facts) throw new Error('a store has no launch verdict')
    const row = storeRow(store, verdict, facts.after)
    return { ...store, verdict, facts, row }
  })
  await saveFacts(ctx.db, ctx.now(), afterVisit(merged))
  await upsertStores(
    ctx,
    evaluated.map(({ row }) => row),
  )
  await recordVisitEvents(
    ctx,
    evaluated.map((store) => ({ ...store, after: store.row })),
  )
  await recordShopNumbers(ctx.db, signalled)
  await queueDomainAges(ctx, evaluated)
  return evaluated.map(({ storeId, visit, verdict }) => ({ storeId, visit, verdict }))
}

const afterVisit = (merged: Map<StoreId, { after: StoreFacts }>): Map<StoreId, StoreFacts> =>
  new Map([...merged].map(([storeId, { after }]) => [storeId, after]))

type Before = StoreState & { id: StoreId; found_at: Date; launch_status: string }
type IdentifiedStore = {
  storeId: StoreId
  visit: StoreVisit
  keys: StoreKeySet
  foundAt: Date
  before: Before | null
}

/** Identifies the store of each visit; an unknown one gets its number here. */
async function identify(db: Db, visits: StoreVisit[]): Promise<IdentifiedStore[]> {
  const keys = visits.map(storeKeysOf)
  const known = await findStoreIds(db, keys)
  const reserved = await reserveStoreIds(db, known.filter((id) => id === null).length)
  const before = await readBefore(
    db,
    known.filter((id) => id !== null),
  )
  return visits.map((visit, index) => {
    const knownId = known[index] ?? null
    const storeId = knownId ?? reserved.shift()
    const visitKeys = keys[index]
    if (storeId === undefined || !visitKeys) throw new Error('fewer store ids than visits')
    const storeBefore = before.get(storeId) ?? null
    const foundAt =
      storeBefore && storeBefore.found_at < visit.revealedAt
        ? storeBefore.found_at
        : visit.revealedAt
    return { storeId, visit, keys: visitKeys, foundAt, before: storeBefore }
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
    .select(['id', 'found_at', 'status', 'domain', 'launch_status'])
    .where('id', 'in', storeIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const shopIdOf = ({ visit }: IdentifiedStore): string | null => visit.snapshot.shopId?.value ?? null

/** The snapshot's signals plus those that only the pipeline knows. */
function ownSignals(ctx: AppContext, { visit, foundAt, before }: IdentifiedStore): DatedSignal[] {
  const now = ctx.now().toISOString()
  const sighting = { host: visit.visitedHost, log_id: visit.logId, foundAt, now: ctx.now() }
  const isProtected = visit.snapshot.status?.value === 'password_protected'
  const seenAs = (kind: DatedSignal['kind'], path: string): DatedSignal => ({
    kind,
    at: now,
    label: 'observed',
    evidence: { url: `https://${visit.finalHost}/`, path, observedAt: now },
  })
  const seen = [seenAs(isProtected ? 'first_seen_protected' : 'first_seen', 'first visit')]
  if (before?.status === 'PASSWORD_PROTECTED' && !isProtected)
    seen.push(seenAs('opened', 'first visit without password'))
  return [
    certificateSignal(sighting),
    ...seen,
    ...elsewhereSignals(visit, before),
    ...visit.snapshot.signals,
  ]
}

/** The same shop was found earlier under a different domain. */
function elsewhereSignals(visit: StoreVisit, before: Before | null): DatedSignal[] {
  if (!before || !isMove(before.domain, domainOf(visit, before))) return []
  const observedAt = before.found_at.toISOString()
  return [
    {
      kind: 'seen_elsewhere',
      at: observedAt,
      label: 'observed',
      evidence: { url: `https://${before.domain}/`, path: 'earlier domain', observedAt },
      detail: { domain: before.domain },
    },
  ]
}

/**
 * `visible_at` is set once, when the store first appears; `opened_at` each time that it opens from
 * behind its password page.
 */
async function upsertStores(ctx: AppContext, rows: ReturnType<typeof storeRow>[]): Promise<void> {
  await sql`
    insert into stores (id, slug, shop, shop_id, domain, name, about, status, country, currency, language, theme, theme_name, product_count,
      logo_url, email, email_kind, phone, apps, pixels, launch_status, launch_day, launch_confidence, launch_reason, moved_here,
      moved_reason, found_at, found_day, theme_schema, theme_version, email_domain, email_is_own_domain, has_contact_form, company,
      city, region, category, category_confidence, languages, ships_to, socials, payment_brands, policies, visible_at, last_checked_at,
      alive_on, email_state)
    select t.*, ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz, ${dayOf(ctx.now())}::date, mail_hosts.state
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (id bigint, slug text, shop text, shop_id text, domain text, name text, about text,
      status text, country text, currency text, language text, theme jsonb, theme_name text, product_count integer, logo_url text, email text,
      email_kind text, phone text, apps jsonb, pixels jsonb, launch_status text, launch_day date, launch_confidence text, launch_reason text,
      moved_here boolean, moved_reason text, found_at timestamptz, found_day date, theme_schema text, theme_version text,
      email_domain text, email_is_own_domain boolean, has_contact_form boolean, company text, city text, region text, category text,
      category_confidence text, languages text[], ships_to text[], socials text[], payment_brands text[], policies text[])
    left join mail_hosts on mail_hosts.domain = t.email_domain
    on conflict (id) do update set slug = excluded.slug, shop = excluded.shop, shop_id = excluded.shop_id, domain = excluded.domain,
      name = excluded.name, about = excluded.about, status = excluded.status, country = excluded.country, currency = excluded.currency,
      language = excluded.language, theme = excluded.theme, theme_name = excluded.theme_name, product_count = excluded.product_count,
      logo_url = excluded.logo_url, email = excluded.email, email_kind = excluded.email_kind, phone = excluded.phone, apps = excluded.apps,
      pixels = excluded.pixels, launch_status = excluded.launch_status, launch_day = excluded.launch_day,
      launch_confidence = excluded.launch_confidence, launch_reason = excluded.launch_reason, moved_here = excluded.moved_here,
      moved_reason = excluded.moved_reason, found_at = excluded.found_at, found_day = excluded.found_day,
      theme_schema = excluded.theme_schema, theme_version = excluded.theme_version, email_domain = excluded.email_domain,
      email_is_own_domain = excluded.email_is_own_domain, has_contact_form = excluded.has_contact_form, company = excluded.company,
      city = excluded.city, region = excluded.region, category = excluded.category, category_confidence = excluded.category_confidence,
      languages = excluded.languages, ships_to = excluded.ships_to, socials = excluded.socials,
      payment_brands = excluded.payment_brands, policies = excluded.policies, email_state = excluded.email_state,
      last_checked_at = excluded.last_checked_at, alive_on = excluded.alive_on, closed_at = null,
      opened_at = case when stores.status = 'PASSWORD_PROTECTED' and excluded.status = 'OPEN' then ${ctx.now()}::timestamptz
        else stores.opened_at end`.execute(ctx.db)
}

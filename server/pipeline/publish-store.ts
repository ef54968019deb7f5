import { sql } from 'kysely'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { DatedSignal, Fact, StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { deriveLaunch } from '#discovery/launch/derive-launch.ts'
import type { LaunchVerdict } from '#discovery/launch/launch-verdict.ts'
import type { AppContext, Db } from '#server/context.ts'
import { claimStoreKeys, findStoreId, keysOf } from '#server/pipeline/store-identity.ts'
import { saveSignals } from '#server/pipeline/store-signals.ts'

export type StoreVisit = {
  visitedHost: string
  finalHost: string
  /** Time of the earliest log entry that named the host. */
  revealedAt: Date
  logId: string
  snapshot: StoreSnapshot
}

/**
 * Inserts the store or refreshes it; call it inside a transaction.
 * @returns its id, and the days whose trends its products take part in (see `dirtyTrendDays`)
 * @throws StoreTakenMeanwhile when the same shop was published by another transaction just now: begin again
 */
export async function publishStore(
  ctx: AppContext,
  visit: StoreVisit,
): Promise<{ storeId: number; trendDays: Day[] }> {
  const keys = keysOf(visit.snapshot, [visit.visitedHost, visit.finalHost])
  const known = await findStoreId(ctx.db, keys)
  const before = known === null ? null : await readBefore(ctx.db, known)
  const foundAt = before && before.found_at < visit.revealedAt ? before.found_at : visit.revealedAt
  const storeId = known ?? (await reserveStoreId(ctx.db))
  await claimStoreKeys(ctx.db, storeId, keys)
  const signals = await saveSignals(ctx, storeId, ownSignals(ctx, visit, foundAt))
  const verdict = deriveLaunch(signals, foundAt)
  await upsertStore(ctx, storeId, visit, foundAt, verdict)
  await saveFacts(ctx.db, storeId, visit.snapshot)
  await recordEvents(ctx, storeId, before, visit)
  return { storeId, trendDays: trendDaysOf(before, { day: dayOf(foundAt), status: verdict.status }) }
}

type Before = { found_at: Date; found_day: Day; status: string; launch_status: string }

async function readBefore(db: Db, storeId: number): Promise<Before | null> {
  const row = await db
    .selectFrom('stores')
    .select(['found_at', 'found_day', 'status', 'launch_status'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  return row ?? null
}

async function reserveStoreId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('stores', 'id')) as id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the sequence of store ids gave nothing')
  return id
}

/** The snapshot's signals and those that only the pipeline knows. */
function ownSignals(ctx: AppContext, visit: StoreVisit, foundAt: Date): DatedSignal[] {
  const now = ctx.now().toISOString()
  const certificate: DatedSignal = {
    kind: 'first_certificate',
    at: foundAt.toISOString(),
    label: 'observed',
    evidence: {
      url: `https://${visit.visitedHost}/`,
      path: `certificate log ${visit.logId}`,
      observedAt: now,
    },
  }
  const seen: DatedSignal = {
    kind: visit.snapshot.status?.value === 'password_protected' ? 'first_seen_protected' : 'first_seen',
    at: now,
    label: 'observed',
    evidence: { url: `https://${visit.finalHost}/`, path: 'first visit', observedAt: now },
  }
  return [certificate, seen, ...visit.snapshot.signals]
}

async function upsertStore(
  ctx: AppContext,
  storeId: number,
  visit: StoreVisit,
  foundAt: Date,
  verdict: LaunchVerdict,
): Promise<void> {
  const now = ctx.now()
  const current = {
    ...publicColumns(visit),
    ...launchColumns(verdict),
    found_at: foundAt,
    found_day: dayOf(foundAt),
    last_checked_at: now,
  }
  await ctx.db
    .insertInto('stores')
    .values({ id: storeId, visible_at: now, ...current })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(current))
    .execute()
}

function publicColumns({ snapshot, finalHost }: StoreVisit) {
  const email = publishedContact(snapshot)
  const domain = snapshot.domain?.value ?? finalHost
  return {
    slug: slugOf(snapshot.shop?.value ?? null, domain),
    shop: snapshot.shop?.value ?? null,
    shop_id: snapshot.shopId?.value ?? null,
    domain,
    name: snapshot.name?.value ?? domain,
    about: snapshot.about?.value ?? null,
    status:
      snapshot.status?.value === 'password_protected' ? ('PASSWORD_PROTECTED' as const) : ('OPEN' as const),
    country: snapshot.country?.value ?? null,
    currency: snapshot.currency?.value ?? null,
    language: snapshot.locale?.value ?? null,
    theme: JSON.stringify(snapshot.theme?.value ?? null),
    theme_name: snapshot.theme?.value.schemaName ?? snapshot.theme?.value.name ?? null,
    product_count: snapshot.productCount?.value ?? null,
    logo_url: snapshot.logo?.value ?? null,
    email: email?.value.address ?? null,
    email_kind: email?.value.kind ?? null,
    phone: snapshot.phones[0]?.value.e164 ?? snapshot.phones[0]?.value.text ?? null,
    apps: JSON.stringify(snapshot.apps.map((app) => app.value)),
    pixels: JSON.stringify(snapshot.pixels.map((pixel) => pixel.value)),
  }
}

/** Role addresses come first; a personal one counts only as the sole contact that the store itself publishes. */
function publishedContact(snapshot: StoreSnapshot): StoreSnapshot['emails'][number] | null {
  return snapshot.emails.find((email) => email.value.kind === 'role') ?? snapshot.emails[0] ?? null
}

/** The platform handle; an all-digit one gets a suffix (digits are ids in addresses), a store without one its domain. */
export function slugOf(shop: string | null, domain: string): string {
  const handle = shop?.replace(/\.myshopify\.com$/i, '').toLowerCase()
  if (!handle) return domain
  return /^\d+$/.test(handle) ? `${handle}-shop` : handle
}

const launchColumns = (verdict: LaunchVerdict) => ({
  launch_status: verdict.status,
  launch_day: verdict.launchDay,
  launch_confidence: verdict.confidence,
  launch_reason: verdict.reason,
})

/** One row a fact; of a list (e-mails, phones) the first one's evidence stands for all. */
async function saveFacts(db: Db, storeId: number, snapshot: StoreSnapshot): Promise<void> {
  const rows = Object.entries(factsOf(snapshot)).flatMap(([key, fact]) =>
    fact
      ? [
          {
            key,
            value: fact.value,
            label: fact.label,
            source_url: fact.evidence.url,
            path: fact.evidence.path,
            observed_at: fact.evidence.observedAt,
          },
        ]
      : [],
  )
  await sql`
    insert into store_facts (store_id, key, value, label, source_url, path, observed_at)
    select ${storeId}, t.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (key text, value jsonb, label text, source_url text, path text, observed_at timestamptz)
    on conflict (store_id, key) do update set value = excluded.value, label = excluded.label,
      source_url = excluded.source_url, path = excluded.path, observed_at = excluded.observed_at`.execute(db)
}

function factsOf(snapshot: StoreSnapshot): Record<string, Fact<unknown> | null> {
  const { shop, shopId, domain, name, about, status, country, currency, locale, theme, productCount, logo } =
    snapshot
  const [phone = null] = snapshot.phones
  const [app = null] = snapshot.apps
  const [pixel = null] = snapshot.pixels
  const scalar = {
    shop,
    shopId,
    domain,
    name,
    about,
    status,
    country,
    currency,
    locale,
    theme,
    productCount,
    logo,
  }
  return { ...scalar, email: publishedContact(snapshot), phone, apps: app, pixels: pixel }
}

async function recordEvents(
  ctx: AppContext,
  storeId: number,
  before: Before | null,
  visit: StoreVisit,
): Promise<void> {
  const isProtected = visit.snapshot.status?.value === 'password_protected'
  const kind = eventKind(before, isProtected)
  if (!kind) return
  await ctx.db
    .insertInto('store_events')
    .values({ store_id: storeId, kind, at: ctx.now(), detail: JSON.stringify({ host: visit.finalHost }) })
    .execute()
}

function eventKind(before: Before | null, isProtected: boolean): 'found' | 'opened' | 'protected' | null {
  if (!before) return 'found'
  if (before.status === 'PASSWORD_PROTECTED' && !isProtected) return 'opened'
  return before.status === 'OPEN' && isProtected ? 'protected' : null
}

function trendDaysOf(before: Before | null, after: { day: Day; status: string }): Day[] {
  const days = new Set([
    ...(before?.launch_status === 'new' ? [before.found_day] : []),
    ...(after.status === 'new' ? [after.day] : []),
  ])
  return [...days].toSorted()
}

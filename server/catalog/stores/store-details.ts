import { sql } from 'kysely'
import { FACTS_KEPT_DAYS } from '#contracts/catalog/facts.ts'
import type { getStoreRisks as endpoint, RiskEvidence } from '#contracts/catalog/risks.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import type { StoreEventKind } from '#contracts/catalog/timeline.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { type StoreId, toStoreId, type UserId } from '#contracts/ids.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { screenshotUrlOf } from '#server/catalog/pictures/picture-files.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { mailDomainsOf } from '#server/platform/db/store-columns.ts'
import type { StoredRisk, StoredRiskEvidence } from '#server/platform/db/store-schema.ts'
import { parseFacts } from '#server/platform/db/stored-facts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { createRateLimiter, type Limit, toRetryAfterSeconds } from '#server/platform/limits.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import type { MarksCache, OwnMarks } from './own-marks.ts'
import { detailColumns, presentDetails, STATUS_EVENTS } from './present-store-details.ts'

type Contact = { id: StoreId; email: string | null; phone: string | null }
type Own = { marks: OwnMarks | undefined; isLimited: boolean }

/**
 * Digits are an id, any other text is a slug.
 * @throws AppError `not_found`
 */
export async function getStoreDetails(
  ctx: CatalogRequest,
  marksOf: MarksCache,
  idOrSlug: string,
): Promise<StoreDetails> {
  const { userId, markRevisions: revisions } = requirePaid(ctx)
  return readDetails(ctx, idOrSlug, async (contact) => {
    const marks = await marksOf(ctx.sharedDb, userId, { ids: [contact.id], revisions })
    const limited = await ctx.contactQuota.claim(ctx, [contact])
    return { marks: marks.get(contact.id), isLimited: limited.has(contact.id) }
  })
}

/** For pages that are open to everyone: without its addresses and numbers. */
export const readOpenDetails = (ctx: CatalogRequest, id: StoreId): Promise<StoreDetails> =>
  readDetails(ctx, String(id), async () => ({ marks: undefined, isLimited: true }))

async function readDetails(
  ctx: CatalogRequest,
  idOrSlug: string,
  ownOf: (contact: Contact) => Promise<Own>,
): Promise<StoreDetails> {
  const store = await requireStore(ctx.db, idOrSlug)
  const since = new Date(ctx.now().getTime() - FACTS_KEPT_DAYS * DAY_MS)
  const [rows, signals] = await Promise.all([
    readFacts(ctx.db, store.id, since),
    readSignals(ctx.db, store.id),
  ])
  const facts = parseFacts(rows, ctx.log).get(store.id) ?? {}
  const mailDomains = mailDomainsOf(facts)
  const mailHosts = mailDomains.length === 0 ? [] : await readMailHosts(ctx.db, mailDomains)
  const { pictureAddresses: addresses } = ctx
  const [domain = null] = mailDomains
  return presentDetails({
    store,
    facts,
    mailHosts,
    bounced: store.bounced_contacts,
    signals,
    statusEvents: store.status_events.map(({ kind, at }) => ({ kind, at: new Date(at) })),
    logoUrl: addresses.of(store.logo_url, 'card'),
    screenshotUrl: addresses.of(screenshotUrlOf(store), 'full'),
    ...(await ownOf({ id: store.id, email: store.email ?? domain, phone: store.phone })),
  })
}

/** In the same statement as the store, because a page of details takes five of them at most. */
const statusEventsOfStore = sql<{ kind: StoreEventKind; at: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', kind, 'at', at) order by at, id) from store_events
  where store_id = stores.id and kind in (${sql.join(STATUS_EVENTS.map((kind) => sql.lit(kind)))})), '[]')`.as(
  'status_events',
)

const bouncedOfStore = sql<string[]>`array(
  select address from bounced_contacts where store_id = stores.id)`.as('bounced_contacts')

const selectStores = (db: Db) =>
  db.selectFrom('stores').select(detailColumns).select([statusEventsOfStore, bouncedOfStore])

const selectById = prepared('store_by_id', (db, id: StoreId) =>
  selectStores(db).where('id', '=', id),
)

const selectBySlug = prepared('store_by_slug', (db, slug: string) =>
  selectStores(db).where('slug', '=', slug).orderBy('id').limit(sql.lit(1)),
)

const DIGITS = /^\d+$/

/** @throws AppError `not_found` */
export async function requireStore(db: Db, idOrSlug: string) {
  const [store] = await selectStore(db, idOrSlug)
  if (!store) throw notFound()
  return store
}

async function selectStore(db: Db, idOrSlug: string) {
  if (!DIGITS.test(idOrSlug)) return selectBySlug(db, idOrSlug.toLowerCase())
  const id = toStoreId(idOrSlug)
  return Number.isSafeInteger(id) ? selectById(db, id) : []
}

const readFacts = prepared('facts_of_store', (db, storeId: StoreId, since: Date) =>
  db
    .selectFrom('store_facts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('observed_at', '>=', since),
)

const readMailHosts = prepared('mail_hosts', (db, domains: string[]) =>
  db
    .selectFrom('mail_hosts')
    .select(['domain', 'state', 'checked_at'])
    .where(sql<boolean>`domain = any(${domains}::text[])`),
)

const readSignals = prepared('signals_of_store', (db, storeId: StoreId) =>
  db
    .selectFrom('store_signals')
    .select(['kind', 'at', 'role', 'label', 'source_url as sourceUrl', 'path'])
    .select('observed_at as observedAt')
    .where('store_id', '=', storeId)
    .orderBy('at')
    .orderBy('kind', (order) => order.collate('C')),
)

/**
 * The process counts this many before it writes to the database: viewing a store should not wait
 * for a write.
 */
const VIEWS_PER_WRITE = 50

type Deps = Pick<CatalogRequest, 'db' | 'now' | 'log' | 'network'>

/** @throws AppError `rate_limited` for a caller who scrapes all stores */
type CountView = (ctx: Deps, userId: UserId) => Promise<void>

/**
 * A list of all stores is what exports are for, within the plan's limits. Works across processes,
 * with an error of at most one batch per process.
 */
export function createDetailsLimit(db: Db, limit: Limit): CountView {
  const { points } = limit
  const limiter = createRateLimiter(db, limit)
  const counted = new Map<string, number>()
  const refusedUntil = new Map<string, number>()
  return async (ctx, userId) => {
    const leftMs = (refusedUntil.get(userId) ?? 0) - Date.now()
    if (leftMs > 0)
      throw new AppError('rate_limited', { retryAfterSeconds: toRetryAfterSeconds(leftMs) })
    refusedUntil.delete(userId)
    const count = (counted.get(userId) ?? 0) + 1
    if (count < VIEWS_PER_WRITE) return void counted.set(userId, count)
    counted.delete(userId)
    const { consumedPoints, msBeforeNext } = await limiter.penalty(userId, VIEWS_PER_WRITE)
    if (consumedPoints < points) return
    refusedUntil.set(userId, Date.now() + msBeforeNext)
    // The view that reaches the limit is the last to be answered.
    if (consumedPoints - VIEWS_PER_WRITE < points) await reportExcess(ctx, userId, limit)
  }
}

async function reportExcess(ctx: Deps, userId: UserId, { name, points }: Limit): Promise<void> {
  const detail = { endpoint: name, perHour: points }
  const { network } = ctx
  await recordAuditEvent(ctx, { kind: 'access.too_much', userId, network, detail })
  ctx.log.warn(
    { event: 'access.too_much', userId, ...detail },
    'an account takes more than a person looks at',
  )
}

/** @throws AppError `not_found` */
export async function getStoreRisks(
  ctx: CatalogRequest,
  idOrSlug: string,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const store = await requireStore(ctx.db, idOrSlug)
  const assessment = await ctx.db
    .selectFrom('store_assessments')
    .select(['flags', 'assessed_at'])
    .where('store_id', '=', store.id)
    .executeTakeFirst()
  return {
    assessedAt: assessment?.assessed_at.toISOString() ?? null,
    flags: await presentRisks(ctx.db, assessment?.flags ?? []),
  }
}

type NamedStore = NonNullable<RiskEvidence['store']> & { id: StoreId }

/** A sign is left out when all stores that it points at are gone. */
async function presentRisks(db: Db, flags: readonly StoredRisk[]) {
  const named = flags.flatMap(({ evidence }) => evidence.flatMap(({ store }) => store ?? []))
  const { rows } = await sql<NamedStore>`
    select id, slug, name, domain from stores where id = any(${named}::bigint[])`.execute(db)
  const stores = new Map(rows.map((row) => [row.id, row]))
  return flags
    .map(({ kind, evidence }) => ({
      kind,
      evidence: evidence.flatMap((one) => presentEvidence(one, stores)),
    }))
    .filter(({ evidence }) => evidence.length > 0)
}

function presentEvidence(
  { store: id, sourceUrl, ...evidence }: StoredRiskEvidence,
  stores: ReadonlyMap<StoreId, NamedStore>,
): RiskEvidence[] {
  if (id === null) return [{ ...evidence, sourceUrl, store: null }]
  const store = stores.get(id)
  if (!store) return []
  const { slug, name, domain } = store
  return [
    { ...evidence, sourceUrl: `https://${domain}${sourceUrl}`, store: { slug, name, domain } },
  ]
}

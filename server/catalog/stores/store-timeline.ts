import { type Selectable, sql } from 'kysely'
import { type Day, dayStart } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import { priceText } from '#contracts/money.ts'
import {
  ChangeKind,
  type ChangedProduct,
  changes,
  eventOfProducts,
  type getStoreTimeline as endpoint,
  NAMED_PRODUCTS,
  PRODUCT_CHANGES,
  type ProductChange,
  type ProductChangeKind,
  ProductEventKind,
  StoreEventKind,
  type TimelineEvent,
} from '#contracts/catalog/timeline.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { requireStore } from './store-details.ts'

const DAYS_PER_PAGE = 20

/**
 * What changed in a store, the latest day first.
 * @throws AppError `not_found`
 */
export async function getStoreTimeline(
  ctx: CatalogRequest,
  idOrSlug: string,
  query: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const store = await requireStore(ctx.db, idOrSlug)
  const asked = { storeId: store.id, ...splitKinds(query.kinds) }
  const days = await findDays(ctx.db, asked, query.before ?? null)
  const shown = days.slice(0, DAYS_PER_PAGE)
  const [events, changes] = await Promise.all([
    readStoreEvents(ctx.db, asked, shown),
    readProductEvents(ctx.db, asked, shown),
  ])
  const isLimited = await hasUsedUpContacts(ctx, store.id, events)
  const all = [
    ...events.map((row) => ({ day: row.day, event: presentStoreEvent(row, isLimited) })),
    ...changes.map((row) => ({ day: row.day, event: presentProductEvent(row, store) })),
  ]
  return {
    days: shown.map((day) => ({
      day,
      events: all
        .filter((one) => one.day === day)
        .map(({ event }) => event)
        .toSorted((a, b) => b.at.localeCompare(a.at)),
    })),
    next: days.length > DAYS_PER_PAGE ? (shown.at(-1) ?? null) : null,
    contactsLimited: isLimited,
  }
}

type AskedKinds = { storeKinds: StoreEventKind[]; productKinds: ProductChangeKind[] }
type Asked = AskedKinds & { storeId: StoreId }

/** Comma-separated kinds by the table that holds their events; without a text all kinds. */
export function splitKinds(text: string | undefined): AskedKinds {
  const kinds = new Set<ChangeKind>(
    text === undefined
      ? ChangeKind.options
      : text.split(',').flatMap((kind) => ChangeKind.safeParse(kind).data ?? []),
  )
  return {
    storeKinds: StoreEventKind.options.filter((kind) => kinds.has(kind)),
    productKinds: ProductEventKind.options.flatMap((kind) =>
      kinds.has(kind) ? [PRODUCT_CHANGES[kind].stored] : [],
    ),
  }
}

/**
 * The latest days with events: one page plus one, to know whether more follow. `before` is
 * exclusive.
 */
async function findDays(
  db: Db,
  { storeId, storeKinds, productKinds }: Asked,
  before: Day | null,
): Promise<Day[]> {
  const until = before === null ? null : dayStart(before)
  const { rows } = await sql<{ day: Day }>`
    select distinct (at at time zone 'UTC')::date as day from (
      select at from store_events where store_id = ${storeId} and kind = any(${storeKinds}::text[])
      union all
      select at from product_changes where store_id = ${storeId} and kind = any(${productKinds}::text[])) as t
    where ${until}::timestamptz is null or at < ${until}
    order by day desc limit ${DAYS_PER_PAGE + 1}`.execute(db)
  return rows.map(({ day }) => day)
}

export type StoreEventRow = Omit<Selectable<Database['store_events']>, 'store_id'> & { day: Day }

/** As moments. */
const spanOf = (days: readonly Day[]) =>
  sql`at >= ${dayStart(days.at(-1) ?? '1970-01-01')} and at < ${dayStart(days[0] ?? '1970-01-01')}::timestamptz + interval '1 day'`

async function readStoreEvents(
  db: Db,
  { storeId, storeKinds }: Asked,
  days: Day[],
): Promise<StoreEventRow[]> {
  if (days.length === 0) return []
  const { rows } = await sql<StoreEventRow>`
    select id, (at at time zone 'UTC')::date as day, kind, at, subject, before, after, strength, label, source_url, path
    from store_events where store_id = ${storeId} and kind = any(${storeKinds}::text[]) and ${spanOf(days)}
    order by id desc`.execute(db)
  return rows
}

export const isContact = ({ kind }: { kind: StoreEventKind }): boolean =>
  changes(kind, 'emails') || changes(kind, 'phones')

/** Addresses in a timeline count like those of the store's details. */
async function hasUsedUpContacts(
  ctx: CatalogRequest,
  storeId: StoreId,
  events: readonly StoreEventRow[],
): Promise<boolean> {
  const contact = events.find(isContact)
  if (!contact) return false
  const limited = await ctx.contactQuota.claim(ctx, [
    { id: storeId, email: contact.subject, phone: null },
  ])
  return limited.has(storeId)
}

/** `isLimited`: without addresses and numbers. */
export function presentStoreEvent(
  row: Omit<StoreEventRow, 'day'>,
  isLimited: boolean,
): TimelineEvent {
  const at = row.at.toISOString()
  return {
    id: `s${row.id}`,
    kind: row.kind,
    at,
    strength: row.strength,
    item: isLimited && isContact(row) ? null : row.subject,
    before: row.before,
    after: row.after,
    evidence: {
      label: row.label ?? 'observed',
      sourceUrl: row.source_url,
      path: row.path,
      observedAt: at,
    },
    products: null,
  }
}

type NamedChange = {
  productId: number
  title: string | null
  currency: string | null
  beforeMinor: number | null
  afterMinor: number | null
  beforePlace: number | null
  afterPlace: number | null
}
export type ProductEventRow = {
  day: Day
  kind: ProductChangeKind
  at: Date
  total: number
  named: NamedChange[]
}

/** Of changes `c` in their order, with their products `p`: the latest time, and the first ones. */
export const ofProducts = sql`
  max(c.at) as at, count(distinct c.product_id)::integer as total,
      coalesce(json_agg(json_build_object('productId', c.product_id, 'title', p.title, 'currency', coalesce(c.currency, p.currency),
        'beforeMinor', c.before_minor, 'afterMinor', c.after_minor, 'beforePlace', c.before_place, 'afterPlace', c.after_place)
        order by c.place) filter (where c.place <= ${NAMED_PRODUCTS}), '[]') as named`

/** One event for each kind and day: a catalogue changes by hundreds of products at once. */
async function readProductEvents(
  db: Db,
  { storeId, productKinds }: Asked,
  days: Day[],
): Promise<ProductEventRow[]> {
  if (days.length === 0) return []
  const { rows } = await sql<ProductEventRow>`
    with changes as (
      select id, product_id, kind, at, (at at time zone 'UTC')::date as day, before_minor, after_minor, currency, before_place, after_place,
        row_number() over (partition by kind, (at at time zone 'UTC')::date order by after_place nulls last, before_place, id) as place
      from product_changes where store_id = ${storeId} and kind = any(${productKinds}::text[]) and ${spanOf(days)})
    select day, c.kind, ${ofProducts}
    from changes c left join products p on c.place <= ${NAMED_PRODUCTS} and p.store_id = ${storeId} and p.product_id = c.product_id
    group by day, c.kind`.execute(db)
  return rows
}

export function presentProductEvent(
  row: ProductEventRow,
  store: { id: StoreId; domain: string },
): TimelineEvent {
  const kind = eventOfProducts(row.kind)
  const isPlace = showsOf(kind) === 'place'
  const at = row.at.toISOString()
  return {
    id: `p${row.day} ${kind}`,
    kind,
    at,
    strength: 'strong',
    item: null,
    before: null,
    after: null,
    evidence: {
      label: 'observed',
      sourceUrl: `https://${store.domain}/${isPlace ? '' : 'products.json'}`,
      path: isPlace ? 'best sellers' : 'products',
      observedAt: at,
    },
    products: {
      total: row.total,
      named: row.named.map((change) => presentChangedProduct(store.id, kind, change)),
    },
  }
}

function showsOf(kind: ProductEventKind): ProductChange['shows'] {
  const change: ProductChange = PRODUCT_CHANGES[kind]
  return change.shows
}

/** A product that was deleted since is named by its number. */
function presentChangedProduct(
  storeId: StoreId,
  kind: ProductEventKind,
  change: NamedChange,
): ChangedProduct {
  const { beforeMinor, afterMinor, currency, beforePlace, afterPlace } = change
  const shows = showsOf(kind)
  return {
    id: `${storeId}-${change.productId}`,
    title: change.title ?? String(change.productId),
    before: null,
    after: null,
    currency: null,
    ...(shows === 'place' && { before: text(beforePlace), after: text(afterPlace) }),
    ...(shows === 'price' && {
      before: priceText(beforeMinor, currency),
      after: priceText(afterMinor, currency),
      currency,
    }),
  }
}

const text = (place: number | null): string | null => (place === null ? null : String(place))

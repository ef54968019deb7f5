import { sql } from 'kysely'
import { NAMED_PRODUCTS } from '#contracts/catalog/timeline.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Change, listChanges } from '#contracts/workspace/changes.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { StoreMatch, StoreQuery } from '#server/catalog/search/search.ts'
import { withoutHidden } from '#server/catalog/stores/account-marks.ts'
import {
  isContact,
  ofProducts,
  presentProductEvent,
  presentStoreEvent,
  type ProductEventRow,
  splitKinds,
  type StoreEventRow,
} from '#server/catalog/stores/store-timeline.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import {
  boundsAfter,
  type ChangeQuery,
  findChanges,
  findChangesOf,
  findFollowedChanges,
  type FollowedChanges,
  type FoundChange,
  readChangeCursor,
  writeChangeCursor,
} from './find-changes.ts'

/** `match`: null matches nothing. */
export type ChangeScope =
  | { kind: 'all' }
  | { kind: 'stores'; ids: ReadonlySet<StoreId> }
  | { kind: 'match'; match: StoreMatch | null }
  | ({ kind: 'followed' } & FollowedChanges)

type Deps = Pick<CatalogRequest, 'sharedDb' | 'storeSearch'>

/** Of all stores, without those that the account hides. */
export const shownStores = async (ctx: Deps, userId: UserId): Promise<ChangeScope> =>
  scopeOf(ctx, await withoutHidden(ctx.sharedDb, userId))

/** @param shown as `withoutHidden` answers */
export const scopeOf = async (
  { storeSearch }: Pick<Deps, 'storeSearch'>,
  shown: StoreQuery | null,
): Promise<ChangeScope> =>
  shown ? { kind: 'match', match: await storeSearch.find(shown) } : { kind: 'all' }

type ChangesInput = {
  scope: ChangeScope
  /** Comma-separated; undefined for all. */
  kinds: string | undefined
  since?: string | undefined
  cursor?: string | undefined
  size: number
  contacts: ContactRule
}

/**
 * A page of changes, the latest first.
 * @throws AppError `invalid_request` for a foreign cursor
 */
export async function listStoreChanges(
  ctx: CatalogRequest,
  { scope, kinds, since, cursor, size, contacts }: ChangesInput,
): Promise<ResponseOf<typeof listChanges>> {
  const after = cursor === undefined ? null : readChangeCursor(cursor)
  const query = {
    ...splitKinds(kinds),
    since: since === undefined ? null : new Date(since),
    bounds: boundsAfter(after),
  }
  const { page, next } = await findPage(ctx, scope, query, size)
  const { changes, contactsLimited } = await presentChanges(ctx, page, contacts)
  return { changes, nextCursor: next === null ? null : writeChangeCursor(next), contactsLimited }
}

/** Up to this many stores are looked up one by one. */
const FEW_STORES = 1_000
/**
 * For more stores, changes are picked from the latest ones of all stores. This bounds a request;
 * the next one continues where it ended.
 */
const WINDOW = 2_000

type Page = { page: FoundChange[]; next: FoundChange | null }
type Asked = Omit<ChangeQuery, 'limit'>

async function findPage(
  ctx: CatalogRequest,
  scope: ChangeScope,
  asked: Asked,
  size: number,
): Promise<Page> {
  const one = { ...asked, limit: size + 1 }
  if (scope.kind === 'all') return cut(await findChanges(ctx.db, one), size)
  if (scope.kind === 'followed') return cut(await findFollowedChanges(ctx.db, scope, one), size)
  const few = await fewStoresOf(scope)
  if (few !== null) return cut(few.length === 0 ? [] : await findChangesOf(ctx.db, few, one), size)
  const latest = await findChanges(ctx.db, { ...asked, limit: WINDOW })
  const wanted = await amongStores(scope, [...new Set(latest.map(({ storeId }) => storeId))])
  const { page, next } = cut(
    latest.filter(({ storeId }) => wanted.has(storeId)),
    size,
  )
  const isMore = latest.length === WINDOW
  return { page, next: next ?? (isMore ? (latest.at(-1) ?? null) : null) }
}

function cut(found: FoundChange[], size: number): Page {
  const page = found.slice(0, size)
  return { page, next: found.length > size ? (page.at(-1) ?? null) : null }
}

type SomeStores = Exclude<ChangeScope, { kind: 'all' | 'followed' }>

async function fewStoresOf(scope: SomeStores): Promise<StoreId[] | null> {
  if (scope.kind === 'stores') return scope.ids.size > FEW_STORES ? null : [...scope.ids]
  if (scope.match === null) return []
  if (scope.match.total > FEW_STORES) return null
  const ids: StoreId[] = []
  for await (const batch of scope.match.ids({ sortBy: 'visibleAt', direction: 'desc' }, FEW_STORES))
    ids.push(...batch)
  return ids
}

const amongStores = async (
  scope: SomeStores,
  ids: readonly StoreId[],
): Promise<ReadonlySet<StoreId>> =>
  scope.kind === 'stores' ? scope.ids : ((await scope.match?.among(ids)) ?? new Set())

type Store = Change['store']
type DetailRow = { firstAt: Date; store: Store } & (
  | ({ source: 's' } & StoreEventRow)
  | ({ source: 'p' } & ProductEventRow)
)

/** The contacts of the answer count like those of the list, or the answer shows none. */
type ContactRule = 'counted' | 'hidden'
type Presented = { changes: Change[]; contactsLimited: boolean }

/** Those whose store was erased, or that are no longer kept, are left out. */
async function presentChanges(
  ctx: CatalogRequest,
  found: readonly FoundChange[],
  contacts: ContactRule,
): Promise<Presented> {
  if (contacts === 'hidden')
    return { changes: await presentWithoutContacts(ctx, found), contactsLimited: false }
  const rows = await readDetails(ctx.db, found)
  const limited = await claimContacts(ctx, rows)
  return {
    changes: rows.map((row) => presentChange(ctx, row, limited.has(row.store.id))),
    contactsLimited: limited.size > 0,
  }
}

/** The same without a viewer. */
export async function presentWithoutContacts(
  ctx: Pick<CatalogRequest, 'db' | 'pictureAddresses'>,
  found: readonly FoundChange[],
): Promise<Change[]> {
  return (await readDetails(ctx.db, found)).map((row) => presentChange(ctx, row, true))
}

function claimContacts(
  ctx: CatalogRequest,
  rows: readonly DetailRow[],
): Promise<ReadonlySet<StoreId>> {
  const byStore = new Map(
    rows.flatMap((row) =>
      row.source === 's' && isContact(row) ? [[row.store.id, row.subject] as const] : [],
    ),
  )
  return ctx.contactQuota.claim(
    ctx,
    [...byStore].map(([id, subject]) => ({ id, email: subject, phone: null })),
  )
}

function presentChange(
  { pictureAddresses }: Pick<CatalogRequest, 'pictureAddresses'>,
  row: DetailRow,
  isLimited: boolean,
): Change {
  const { firstAt } = row
  const store = { ...row.store, logoUrl: pictureAddresses.of(row.store.logoUrl, 'thumb') }
  const event =
    row.source === 's' ? presentStoreEvent(row, isLimited) : presentProductEvent(row, store)
  return { ...event, id: `${store.id}-${event.id}`, at: firstAt.toISOString(), store }
}

async function readDetails(db: Db, found: readonly FoundChange[]): Promise<DetailRow[]> {
  if (found.length === 0) return []
  const asked = found.map(({ storeId, clusters = null, ...change }, place) => ({
    ...change,
    place,
    store_id: storeId,
    clusters,
  }))
  const { rows } = await sql<DetailRow>`
    with asked as materialized (
      select * from jsonb_to_recordset(${jsonText(asked)}::jsonb)
        as t (place integer, source text, id bigint, store_id bigint, kind text, day date, at timestamptz, clusters bigint[]))
    select asked.source, asked.id, asked.kind, asked.day, asked.at as "firstAt",
      jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'domain', s.domain, 'country', s.country, 'logoUrl', s.logo_url) as store,
      coalesce(e.at, changed.at) as at, e.subject, e.before, e.after, e.strength, e.label, e.source_url, e.path, changed.total, changed.named
    from asked join stores s on s.id = asked.store_id
    left join store_events e on asked.source = 's' and e.store_id = asked.store_id and e.id = asked.id
    left join lateral (${changedProducts}) as changed on asked.source = 'p'
    where e.id is not null or changed.total > 0
    order by asked.place`.execute(db)
  return rows
}

const changedProducts = sql`
  select ${ofProducts}
  from (
    select *, row_number() over (order by after_place nulls last, before_place, id) as place from product_changes
    where store_id = asked.store_id and kind = asked.kind
      and (asked.clusters is null or product_id in (
        select product_id from products where store_id = asked.store_id and cluster = any(asked.clusters)))
      and at >= asked.day::timestamp at time zone 'UTC' and at < (asked.day + 1)::timestamp at time zone 'UTC') as c
  left join products p on c.place <= ${NAMED_PRODUCTS} and p.store_id = asked.store_id and p.product_id = c.product_id`

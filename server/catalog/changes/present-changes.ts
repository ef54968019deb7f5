import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { Change } from '#contracts/workspace/changes.ts'
import { NAMED_PRODUCTS } from '#contracts/catalog/timeline.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import {
  isContact,
  ofProducts,
  presentProductEvent,
  presentStoreEvent,
  type ProductEventRow,
  type StoreEventRow,
} from '#server/catalog/stores/store-timeline.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { FoundChange } from './find-changes.ts'

type Store = Change['store']
type DetailRow = { firstAt: Date; store: Store } & (
  | ({ source: 's' } & StoreEventRow)
  | ({ source: 'p' } & ProductEventRow)
)

/** The contacts of the answer count like those of the list, or the answer shows none. */
export type ContactRule = 'counted' | 'hidden'
type Presented = { changes: Change[]; contactsLimited: boolean }

/** Those whose store was erased, or that are no longer kept, are left out. */
export async function presentChanges(
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

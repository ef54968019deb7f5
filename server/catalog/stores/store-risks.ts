import { type Selectable, sql } from 'kysely'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { getStoreRisks as endpoint } from '#contracts/catalog/risks.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { currentItems, parseFacts, type StoredFacts } from '#server/platform/db/stored-facts.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findRisks, type RiskFacts } from './risk-rules.ts'
import { findStore } from './store-details.ts'

type StoreRow = Selectable<Database['stores']>

/** @throws AppError `not_found` */
export async function getStoreRisks(
  ctx: CatalogRequest,
  idOrSlug: string,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const store = await findStore(ctx.db, idOrSlug)
  if (!store) throw notFound()
  const [reading, { about, pixels }, texts, mostAlike, registered, closed] = await Promise.all([
    readReading(ctx.db, store.id),
    readFacts(ctx, store.id),
    readProductTexts(ctx.db, store),
    findMostAlike(ctx.db, store),
    readRegistration(ctx.db, store.id),
    findClosed(ctx.db, store),
  ])
  return {
    flags: findRisks({
      foundAt: store.found_at,
      isOpen: store.status === 'OPEN',
      home: reading
        ? { ...reading, sourceUrl: `https://${store.domain}/`, path: 'links of all pages read' }
        : null,
      policies: store.policies,
      texts: [...(about ? [{ text: about.value, ...seenOf(about) }] : []), ...texts],
      mostAlike,
      domainRegistered: registered ?? null,
      pixels: currentItems(pixels).map((item) => ({
        vendor: item.value.vendor,
        ...seenOf(item),
      })),
      closed,
    }),
  }
}

const readReading = (db: Db, storeId: StoreId) =>
  db
    .selectFrom('store_readings')
    .select('read_at as observedAt')
    .where('store_id', '=', storeId)
    .executeTakeFirst()

async function readFacts({ db, log }: CatalogRequest, storeId: StoreId): Promise<StoredFacts> {
  const rows = await db
    .selectFrom('store_facts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('key', 'in', ['about', 'pixels'])
    .where('gone_at', 'is', null)
    .execute()
  return parseFacts(rows, log).get(storeId) ?? {}
}

const seenOf = ({ sourceUrl, path, observedAt }: Omit<StoredItem<unknown>, 'goneAt'>) => ({
  sourceUrl,
  path,
  observedAt: new Date(observedAt),
})

/** A template shows its placeholders in the first products. */
const PRODUCTS_READ = 50
const LETTERS_READ = 2_000

async function readProductTexts(db: Db, { id, domain }: StoreRow): Promise<RiskFacts['texts']> {
  const { rows } = await sql<{
    handle: string
    title: string
    body: string | null
    last_seen_at: Date
  }>`
    select handle, title, left(body_html, ${LETTERS_READ}) as body, last_seen_at from products
    where store_id = ${id} and removed_at is null order by product_id limit ${PRODUCTS_READ}`.execute(
    db,
  )
  return rows.map(({ handle, title, body, last_seen_at: observedAt }) => ({
    text: `${title}\n${body ?? ''}`,
    sourceUrl: `https://${domain}/products/${handle}`,
    path: 'products.json',
    observedAt,
  }))
}

const namedStore = sql`jsonb_build_object('slug', s.slug, 'name', s.name, 'domain', s.domain)`

/** Larger catalogues are compared by this many of their products. */
const PRODUCTS_COMPARED = 300

async function findMostAlike(db: Db, store: StoreRow): Promise<RiskFacts['mostAlike']> {
  const { rows } = await sql<NonNullable<RiskFacts['mostAlike']>>`
    with own as materialized (
      select product_id, cluster, last_seen_at from products where store_id = ${store.id} and removed_at is null
      order by product_id limit ${PRODUCTS_COMPARED}),
    shared as (
      select p.store_id, count(distinct p.cluster)::integer as shared from own
      join products p on p.cluster = own.cluster and p.store_id <> ${store.id} and p.removed_at is null
      group by p.store_id)
    select ${namedStore} as store, shared.shared, (select count(*)::integer from own) as products,
      (select max(last_seen_at) from own) as "observedAt"
    from shared join stores s on s.id = shared.store_id
    where s.found_at < ${store.found_at}
    order by shared.shared desc, s.found_at limit 1`.execute(db)
  return rows[0] ?? null
}

const readRegistration = (db: Db, storeId: StoreId) =>
  db
    .selectFrom('store_signals')
    .select(['at', 'source_url as sourceUrl', 'path', 'observed_at as observedAt'])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'domain_registered')
    .orderBy('at')
    .executeTakeFirst()

async function findClosed(db: Db, { id, email, phone }: StoreRow): Promise<RiskFacts['closed']> {
  if (email === null && phone === null) return []
  const { rows } = await sql<RiskFacts['closed'][number]>`
    select ${namedStore} as store, launch_day as "launchDay", closed_at as "closedAt" from stores s
    where id <> ${id} and closed_at is not null and (email = ${email} or phone = ${phone})
    order by closed_at desc limit 20`.execute(db)
  return rows
}

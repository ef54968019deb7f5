import { type Selectable, sql } from 'kysely'
import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'
import {
  currentItems,
  currentValues,
  parseFacts,
  type StoredFacts,
} from '#server/platform/db/stored-facts.ts'
import {
  COPIED_SHARE,
  MIN_ALIKE_PRODUCTS,
  PLACEHOLDER_PATTERN,
  type RiskFacts,
} from './risk-rules.ts'

type Assessed = { id: StoreId; sharedShare: number | null; facts: RiskFacts }
type Store = Pick<
  Selectable<Database['stores']>,
  'id' | 'domain' | 'status' | 'found_at' | 'policies' | 'email' | 'phone'
> & { read_at: Date | null; registered: RiskFacts['domainRegistered'] }

/** What the rules look at; stores that are gone are missing. */
export async function readRiskFacts(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  storeIds: readonly StoreId[],
): Promise<Assessed[]> {
  const stores = await readStores(db, storeIds)
  const facts = parseFacts(await readFactRows(db, storeIds), log)
  const texts = Map.groupBy(await readProductTexts(db, storeIds), ({ storeId }) => storeId)
  const shared = new Map((await readShared(db, storeIds)).map((row) => [row.storeId, row]))
  const closed = Map.groupBy(await readClosed(db, storeIds), ({ storeId }) => storeId)
  return stores.map((store) => {
    const catalogue = shared.get(store.id)
    return {
      id: store.id,
      sharedShare: catalogue ? shareOf(catalogue) : null,
      facts: {
        ...ownFacts(store, facts.get(store.id) ?? {}, texts.get(store.id) ?? []),
        mostAlike: catalogue?.mostAlike ?? null,
        closed: closed.get(store.id) ?? [],
      },
    }
  })
}

function ownFacts(
  { domain, status, found_at, policies, read_at, registered }: Store,
  { about, pixels }: StoredFacts,
  texts: readonly ProductText[],
): Omit<RiskFacts, 'mostAlike' | 'closed'> {
  const ofAbout = about?.goneAt === null ? [{ text: about.value, ...seenOf(about) }] : []
  const home = { sourceUrl: `https://${domain}/`, path: 'links of all pages read' }
  return {
    foundAt: found_at,
    isOpen: status === 'OPEN',
    home: read_at && { ...home, observedAt: read_at },
    policies,
    texts: [
      ...ofAbout,
      ...texts.map(({ handle, text, observedAt }) => ({
        text,
        sourceUrl: `https://${domain}/products/${handle}`,
        path: 'products.json',
        observedAt,
      })),
    ],
    domainRegistered: registered,
    pixels: currentItems(pixels).map((item) => ({ vendor: item.value.vendor, ...seenOf(item) })),
  }
}

type Own = Pick<Store, 'status' | 'found_at' | 'policies' | 'email' | 'phone'>

/** A store around a visit. */
type Visited = {
  /** Null for the first visit. */
  before: (Own & { risks: readonly string[] | null }) | null
  after: Own
  facts: { before: StoredFacts; after: StoredFacts }
  /** The first whole reading of the open shop. */
  isFirstReading: boolean
}

/**
 * Whether a visit changed what the rules look at, apart from products. A store with warning signs
 * is looked at after each visit: their evidence says when it was last seen.
 */
export const isWorthAssessing = ({ before, after, facts, isFirstReading }: Visited): boolean =>
  isFirstReading ||
  before === null ||
  before.risks === null ||
  before.risks.length > 0 ||
  traitsOf(before, facts.before) !== traitsOf(after, facts.after)

const traitsOf = (
  { status, found_at, policies, email, phone }: Own,
  { about, pixels }: StoredFacts,
): string =>
  JSON.stringify([
    status,
    found_at,
    policies,
    email,
    phone,
    about?.goneAt === null ? about.value : null,
    currentValues(pixels).map(({ vendor }) => vendor),
  ])

const seenOf = ({ sourceUrl, path, observedAt }: Omit<StoredItem<unknown>, 'goneAt'>) => ({
  sourceUrl,
  path,
  observedAt: new Date(observedAt),
})

async function readStores(db: Db, storeIds: readonly StoreId[]): Promise<Store[]> {
  const { rows } = await sql<
    Omit<Store, 'registered'> & { at: Date | null; url: string; path: string; observed_at: Date }
  >`
    select s.id, s.domain, s.status, s.found_at, s.policies, s.email, s.phone, r.read_at, d.at, d.source_url as url, d.path, d.observed_at
    from stores s left join store_readings r on r.store_id = s.id
    left join lateral (
      select * from store_signals where store_id = s.id and kind = 'domain_registered' order by at limit 1) as d on true
    where s.id = any(${[...storeIds]}::bigint[]) order by s.id`.execute(db)
  return rows.map(({ at, url, path, observed_at: observedAt, ...store }) => ({
    ...store,
    registered: at && { at, sourceUrl: url, path, observedAt },
  }))
}

const readFactRows = (db: Db, storeIds: readonly StoreId[]) =>
  db
    .selectFrom('store_facts')
    .selectAll()
    .where('store_id', 'in', [...storeIds])
    .where('key', 'in', ['about', 'pixels'])
    .where('gone_at', 'is', null)
    .execute()

/** A template shows its placeholders in the first products. */
const PRODUCTS_READ = 50
const LETTERS_READ = 2_000

type ProductText = { storeId: StoreId; handle: string; text: string; observedAt: Date }

/** The database compares: hardly any text is worth sending. */
async function readProductTexts(db: Db, storeIds: readonly StoreId[]): Promise<ProductText[]> {
  const { rows } = await sql<ProductText>`
    select p.* from unnest(${[...storeIds]}::bigint[]) as s (id)
    cross join lateral (
      select store_id as "storeId", handle, title || e'\\n' || coalesce(left(body_html, ${LETTERS_READ}), '') as text, last_seen_at as "observedAt"
      from products where store_id = s.id and removed_at is null order by product_id limit ${PRODUCTS_READ}) as p
    where p.text ~* ${PLACEHOLDER_PATTERN}`.execute(db)
  return rows
}

/** Larger catalogues are compared by this many of their products. */
const PRODUCTS_COMPARED = 300

type Shared = {
  storeId: StoreId
  products: number
  shared: number
  /** Some products were not compared with those of other stores yet. */
  isDue: boolean
  mostAlike: RiskFacts['mostAlike']
}

const shareOf = ({ products, shared, isDue }: Shared): number | null =>
  isDue || products === 0 ? null : shared / products

/** Enough to tell rare products from common ones. */
const LISTINGS_COUNTED = 8

/** More of these leave fewer stores to compare, and cost more themselves. */
const RARE_PRODUCTS = 4

/**
 * A copy lacks few of the catalogue's shared products, so it lists several of the rarest: only
 * stores that do are compared. A product of hundreds of stores would bring them all in. `offset 0`
 * keeps a lookup by cluster and store: by its statistics of an hour ago, the planner would read all
 * listings of each product instead (52 ms a step instead of 2).
 */
async function readShared(db: Db, storeIds: readonly StoreId[]): Promise<Shared[]> {
  const { rows } = await sql<
    Omit<Shared, 'mostAlike'> & { other: StoreId | null; alike: number; observedAt: Date }
  >`
    with own as materialized (
      select s.id, s.found_at, p.* from stores s cross join lateral (
        select product_id, cluster, last_seen_at, match_due, (
          select count(*) from (
            select from products o where o.cluster = p.cluster and o.store_id <> s.id and o.removed_at is null
            limit ${LISTINGS_COUNTED}) as few) as listings
        from products p where store_id = s.id and removed_at is null order by product_id limit ${PRODUCTS_COMPARED}) as p
      where s.id = any(${[...storeIds]}::bigint[])),
    catalogues as materialized (
      select id, found_at, count(*)::integer as products, bool_or(match_due) as is_due, max(last_seen_at) as observed_at,
        count(*) filter (where listings > 0)::integer as shared, ceil(count(*) * ${COPIED_SHARE}::float8) as least
      from own group by id, found_at),
    rarest as (
      select id, cluster, row_number() over (partition by id order by min(listings), cluster) as place, count(*) over (partition by id) as kinds
      from own where listings > 0 group by id, cluster),
    others as materialized (
      select near.id, near.least, near.other, s.found_at from (
        select c.id, c.found_at, c.least, o.store_id as other
        from catalogues c join rarest r on r.id = c.id and r.kinds >= c.least and r.place <= r.kinds - c.least + ${RARE_PRODUCTS}::integer
        join products o on o.cluster = r.cluster and o.store_id <> c.id and o.removed_at is null
        where c.products >= ${MIN_ALIKE_PRODUCTS}
        group by 1, 2, 3, 4 having count(distinct r.cluster) >= least(${RARE_PRODUCTS}::integer, c.least)) as near
      join stores s on s.id = near.other and s.found_at < near.found_at),
    copied as (
      select others.id, others.other, others.found_at, count(distinct own.cluster)::integer as alike
      from others join own on own.id = others.id
      where exists (
        select from products o where o.cluster = own.cluster and o.store_id = others.other and o.removed_at is null offset 0)
      group by others.id, others.other, others.found_at, others.least
      having count(distinct own.cluster) >= others.least)
    select c.id as "storeId", c.products, c.is_due as "isDue", c.shared, c.observed_at as "observedAt", a.other, a.alike
    from catalogues c left join lateral (
      select other, alike from copied where copied.id = c.id order by alike desc, found_at limit 1) as a on true`.execute(
    db,
  )
  return rows.map(({ other, alike, observedAt, ...row }) => ({
    ...row,
    mostAlike:
      other === null ? null : { store: other, shared: alike, products: row.products, observedAt },
  }))
}

const CLOSED_READ = 20

async function readClosed(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<(RiskFacts['closed'][number] & { storeId: StoreId })[]> {
  const { rows } = await sql<RiskFacts['closed'][number] & { storeId: StoreId }>`
    select s.id as "storeId", c.id as store, c.launch_day as "launchDay", c.closed_at as "closedAt"
    from stores s cross join lateral (
      select id, launch_day, closed_at from (
        select id, launch_day, closed_at from stores where email = s.email
        union select id, launch_day, closed_at from stores where phone = s.phone) as same
      where id <> s.id and closed_at is not null order by closed_at desc limit ${CLOSED_READ}) as c
    where s.id = any(${[...storeIds]}::bigint[])`.execute(db)
  return rows
}

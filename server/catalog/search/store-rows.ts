import type { StoreId } from '#contracts/ids.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '#server/platform/db/schema.ts'

type Columns = Selectable<Database['stores']>

/**
 * What search engines read of a store. Moments are in ms, days in days since 1970; JSON carries
 * both without loss.
 */
export type IndexedStore = Pick<
  Columns,
  | 'id'
  | 'launch_status'
  | 'launch_confidence'
  | 'status'
  | 'moved_here'
  | 'name'
  | 'domain'
  | 'country'
  | 'ships_to'
  | 'language'
  | 'currency'
  | 'category'
  | 'product_count'
  | 'price_median_minor'
  | 'discount_share'
  | 'listed_products'
  | 'theme_name'
  | 'payment_brands'
  | 'email_kind'
  | 'email_state'
  | 'email_is_own_domain'
  | 'has_contact_form'
  | 'socials'
  | 'policies'
  | 'changed_7d'
  | 'changed_30d'
> & {
  found_day: number
  found_at: number
  /** When it became visible or, if that was later, when it opened: both are news to a reader. */
  visible_at: number
  opened_day: number | null
  launch_day: number | null
  alive_on: number | null
  has_trended: boolean
  about: string | null
  apps: { handle: string; name: string }[]
  pixels: { vendor: string }[]
  has_email: boolean
  has_phone: boolean
  has_company: boolean
}

const ABOUT_LETTERS = 400

const plain = (column: keyof Columns & string) => sql.ref(column)
const day = (column: string) => sql`${sql.ref(column)} - date '1970-01-01'`
// Through whole microseconds: a product of a fraction could fall short of its millisecond.
const moment = (time: ReturnType<typeof sql>) =>
  sql`floor(round(date_part('epoch', ${time}) * 1e6) / 1000)`
const isKnown = (column: string) => sql`${sql.ref(column)} is not null`

const expressions = {
  id: plain('id'),
  launch_status: plain('launch_status'),
  launch_confidence: plain('launch_confidence'),
  status: plain('status'),
  moved_here: plain('moved_here'),
  name: plain('name'),
  domain: plain('domain'),
  country: plain('country'),
  ships_to: plain('ships_to'),
  language: plain('language'),
  currency: plain('currency'),
  category: plain('category'),
  product_count: plain('product_count'),
  price_median_minor: plain('price_median_minor'),
  discount_share: plain('discount_share'),
  listed_products: plain('listed_products'),
  theme_name: plain('theme_name'),
  payment_brands: plain('payment_brands'),
  email_kind: plain('email_kind'),
  email_state: plain('email_state'),
  email_is_own_domain: plain('email_is_own_domain'),
  has_contact_form: plain('has_contact_form'),
  socials: plain('socials'),
  policies: plain('policies'),
  changed_7d: plain('changed_7d'),
  changed_30d: plain('changed_30d'),
  found_day: day('found_day'),
  found_at: moment(sql.ref('found_at')),
  visible_at: moment(sql`greatest(visible_at, opened_at)`),
  opened_day: sql`(opened_at at time zone 'UTC')::date - date '1970-01-01'`,
  launch_day: day('launch_day'),
  alive_on: day('alive_on'),
  has_trended: isKnown('last_trending_day'),
  about: sql`left(about, ${sql.lit(ABOUT_LETTERS)})`,
  apps: plain('apps'),
  pixels: plain('pixels'),
  has_email: isKnown('email'),
  has_phone: isKnown('phone'),
  has_company: isKnown('company'),
} satisfies Record<keyof IndexedStore, unknown>

// Safe: the keys of a literal object.
export const names = Object.keys(expressions) as (keyof IndexedStore)[]

const STORES_PER_READ = 5_000

export async function countStores(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from stores`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * All stores by their ids, from the first one after `afterId` on. The database reads the next ones
 * while the caller works on these. Each is parsed when it is due: a thousand parsed at once would
 * outlive several collections of the young generation, a quarter of a load's time.
 */
export async function* readAllStores(
  db: Db,
  afterId = 0,
  perRead = STORES_PER_READ,
): AsyncGenerator<Iterable<IndexedStore>> {
  let next = readText(db, sql`id > ${afterId}`, perRead)
  while (true) {
    const { last, stores } = await next
    if (last === null) return
    next = readText(db, sql`id > ${last}`, perRead)
    // It is awaited above; until then a failure must not count as unhandled.
    next.catch(() => {})
    yield parseStores(stores)
  }
}

/** A deleted store is missing. */
export const readStores = async (db: Db, ids: readonly StoreId[]): Promise<IndexedStore[]> =>
  ids.length === 0
    ? []
    : [...parseStores((await readText(db, sql`id = any(${ids}::bigint[])`, ids.length)).stores)]

type StoresText = { last: number | null; stores: string | null }

/**
 * As one text with a JSON array on each line: decoding rows, arrays and times column by column
 * would take two thirds of the time in which an engine loads its stores.
 */
async function readText(db: Db, where: ReturnType<typeof sql>, limit: number): Promise<StoresText> {
  const { rows } = await sql<StoresText>`
    select max(id) as last, string_agg(json_build_array(${sql.join(names.map((name) => expressions[name]))})::text, e'\\n') as stores
    from (select * from stores where ${where} order by id limit ${limit}) as stores`.execute(db)
  return rows[0] ?? { last: null, stores: null }
}

function* parseStores(text: string | null): Generator<IndexedStore> {
  if (text === null) return
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    // Safe: the statement above builds each array in the order of the names.
    yield toStore(JSON.parse(text.slice(from, to)) as unknown[])
    from = to + 1
  }
}

/**
 * In the order of `expressions`. A literal is many times faster than an object that gets its keys
 * one by one.
 */
// prettier-ignore
export const toStore = ([
  id, launch_status, launch_confidence, status, moved_here, name, domain, country, ships_to,
  language, currency, category, product_count, price_median_minor, discount_share, listed_products,
  theme_name, payment_brands, email_kind, email_state, email_is_own_domain, has_contact_form,
  socials, policies, changed_7d, changed_30d, found_day, found_at, visible_at, opened_day, launch_day, alive_on,
  has_trended, about, apps, pixels, has_email, has_phone, has_company,
]: readonly unknown[]): IndexedStore =>
  // Safe: the database built each value by the expression of its name.
  ({
    id, launch_status, launch_confidence, status, moved_here, name, domain, country, ships_to,
    language, currency, category, product_count, price_median_minor, discount_share,
    listed_products, theme_name, payment_brands, email_kind, email_state, email_is_own_domain,
    has_contact_form, socials, policies, changed_7d, changed_30d, found_day, found_at, visible_at,
    opened_day, launch_day, alive_on, has_trended, about, apps, pixels, has_email, has_phone, has_company,
  }) satisfies Record<keyof IndexedStore, unknown> as IndexedStore

import { type Kysely, sql } from 'kysely'

/**
 * Fills the columns of `0002-filter-columns.ts` from the facts, signals and events of known stores;
 * what follows from all products of a store waits for its next walk. It is a transaction of its own,
 * because adding columns locks out readers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Of a list, one part of each item. */
const parts = (key: string, part: string) =>
  `array(select distinct item->>'${part}' from jsonb_array_elements(coalesce(fact->'${key}', '[]')) as item order by 1)`

const statements = [
  // Otherwise the feed would report every store, although no reader shows these columns yet.
  `alter table stores disable trigger stores_change`,
  `with facts as (
    select store_id, jsonb_object_agg(key, value) as fact from store_facts
    where key in ('markets', 'freeShipping', 'payLater', 'phone', 'rating', 'address', 'registrations', 'openingHours')
      and gone_at is null
    group by store_id),
  signals as (
    select store_id, min(at) filter (where kind = 'domain_registered') as registered_at,
      min(at) filter (where kind = 'first_seen_protected') as protected_at
    from store_signals where kind in ('domain_registered', 'first_seen_protected') group by store_id),
  events as (
    select store_id, max(at) filter (where kind = 'protected') as protected_at, bool_or(kind = 'reopened') as has_reopened
    from store_events where kind in ('protected', 'reopened') group by store_id)
  update stores set
    domain_registered_on = (t.registered_at at time zone 'UTC')::date,
    protected_at = t.protected_at,
    has_reopened = t.has_reopened,
    markets = ${parts('markets', 'country')},
    market_currencies = ${parts('markets', 'currency')},
    review_count = (fact->'rating'->>'count')::integer,
    rating_percent = round((fact->'rating'->>'value')::float8 / nullif((fact->'rating'->>'best')::float8, 0) * 100),
    has_free_shipping = fact ? 'freeShipping',
    pay_later = ${parts('payLater', 'id')},
    phone_country = fact->'phone'->>'country',
    has_street = fact ? 'address',
    registrations = ${parts('registrations', 'kind')},
    has_opening_hours = fact ? 'openingHours'
  from (
    select id, coalesce(fact, '{}') as fact, registered_at, coalesce(events.protected_at, signals.protected_at) as protected_at,
      coalesce(events.has_reopened, false) as has_reopened
    from stores left join facts on facts.store_id = id left join signals on signals.store_id = id
    left join events on events.store_id = id) as t
  where stores.id = t.id and stores.has_reopened is null`,
  `alter table stores enable trigger stores_change`,
]

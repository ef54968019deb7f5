import { type Kysely, sql } from 'kysely'

/**
 * The walk through a store's catalogue, page by page over days, and its results. One row per store;
 * a transaction commits its position with the products of the page before it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table catalogue_walks (
    store_id bigint primary key,
    host text not null,
    currency text,
    due_at timestamptz,
    claimed_until timestamptz,
    walk integer not null,
    started_at timestamptz not null,
    next_step text not null,
    per_page integer not null,
    pages jsonb not null,
    asked_on date,
    asked integer not null,
    attempts integer not null,
    outcome text,
    outcome_at timestamptz,
    followed_since timestamptz not null,
    known_since timestamptz,
    is_whole boolean not null,
    complete_started_at timestamptz,
    home_handles jsonb not null,
    best_sellers text,
    best_sellers_sought_at timestamptz
  )`,
  `create index catalogue_walks_due on catalogue_walks (due_at) where due_at is not null`,
  // The page and the walk in which a product was last seen.
  `alter table products add column walk integer, add column walk_page integer, add column price_problem text`,
  `create index products_walk_page on products (store_id, walk_page) where walk_page is not null`,
  `alter table stores add column discount_share double precision, add column price_min_minor bigint, add column price_median_minor bigint,
    add column price_max_minor bigint`,
]

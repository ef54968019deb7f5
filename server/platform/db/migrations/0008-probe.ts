import { type Kysely, sql } from 'kysely'

/**
 * Hosts and shops that asked to be left out, and the validators of a store's pages from their last
 * reading.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // 'host:<name>' (with all below it), 'shop:<handle>', 'shop_id:<n>'. A small reference table,
  // kept for ever.
  `create table opt_outs (key text primary key, at timestamptz not null)`,
  // Several rows per domain, so that a stranger's request cannot end the owner's.
  `create table opt_out_requests (
    domain text not null,
    token_hash text not null,
    expires_at timestamptz not null,
    primary key (domain, token_hash)
  )`,
  `create index opt_out_requests_expires on opt_out_requests (expires_at)`,
  // Two rows for a store that is followed: home page and meta.json.
  `create table page_validators (
    store_id bigint not null,
    url text not null,
    etag text,
    last_modified text,
    primary key (store_id, url)
  )`,
]

import { type Kysely, sql } from 'kysely'

/**
 * The ledger of launch dates: every reading of a signal and its role in the verdict, stores that
 * moved here, how the shop numbers of a pod date each other, and when domains were registered.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** These signals keep one row per store, as before; the others keep each distinct reading. */
const SINGLE =
  "('first_certificate', 'first_seen', 'first_seen_protected', 'seen_elsewhere', 'domain_registered', 'shop_id_order')"

const statements = [
  `alter table stores add column moved_here boolean not null default false, add column moved_reason text`,
  `alter table store_signals
    add column reading text not null default '',
    add column role text not null default 'neutral' check (role in ('supports', 'contradicts', 'neutral'))`,
  `update store_signals set reading = case
    when kind = 'theme_number' then coalesce(detail->>'n', '')
    else to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
    where kind not in ${SINGLE}`,
  `alter table store_signals drop constraint store_signals_pkey`,
  `alter table store_signals add primary key (store_id, kind, reading)`,
  // A few hundred numbers a pod at most. Not by store: it is read by the numbers around one; the
  // store is named for erasure.
  `create table pod_ids (
    pod integer not null,
    shop_id bigint not null,
    store_id bigint not null,
    trace_at timestamptz not null,
    primary key (pod, shop_id)
  )`,
  `create index pod_ids_store on pod_ids (store_id)`,
  // The registration date of a store's domain from the public registry; due_at is null when no
  // query is left to make.
  `create table domain_ages (
    store_id bigint not null,
    domain text not null,
    outcome text,
    registered_at timestamptz,
    attempts integer not null default 0,
    due_at timestamptz,
    checked_at timestamptz,
    primary key (store_id, domain)
  )`,
  `create index domain_ages_due on domain_ages (due_at) where due_at is not null`,
]

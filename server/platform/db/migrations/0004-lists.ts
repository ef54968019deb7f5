import { type Kysely, sql } from 'kysely'

/**
 * What an account marks besides saving: lists, exported stores, undoable bulk actions; and for each
 * kind of mark a revision, by which search engines know that they hold its latest state.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A transition table belongs to one event, so each event has a trigger. */
const renewsRevision = (table: string, kind: string): string[] =>
  [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([event, rows]) => `create trigger ${table}_${event}_revision after ${event} on ${table}
    referencing ${rows} table as changed for each statement
    when (pg_trigger_depth() = 0) execute function renew_mark_revision('${kind}')`,
  )

const statements = [
  `create table mark_revisions (
    user_id uuid not null references users on delete cascade,
    kind text not null,
    revision uuid not null,
    primary key (user_id, kind)
  )`,
  // Not for cascades: an account that goes needs no revision, a store that goes is in no engine, and
  // its erasure must not wait for accounts, which wait for stores.
  `create function renew_mark_revision() returns trigger language plpgsql as $$
  begin
    insert into mark_revisions (user_id, kind, revision)
      select id, tg_argv[0], gen_random_uuid() from users
      where id in (select user_id from changed) order by id for key share
      on conflict (user_id, kind) do update set revision = excluded.revision;
    return null;
  end $$`,
  `create table lists (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    created_at timestamptz not null
  )`,
  `create index lists_user on lists (user_id, created_at)`,
  `create table list_stores (
    list_id uuid not null references lists on delete cascade,
    store_id bigint not null references stores on delete cascade,
    user_id uuid not null references users on delete cascade,
    added_at timestamptz not null,
    primary key (list_id, store_id)
  )`,
  `create index list_stores_store on list_stores (store_id)`,
  `create index list_stores_user on list_stores (user_id)`,
  `create table exported_stores (
    user_id uuid not null references users on delete cascade,
    store_id bigint not null references stores on delete cascade,
    day date not null,
    primary key (user_id, store_id)
  )`,
  `create index exported_stores_store on exported_stores (store_id)`,
  `create table bulk_undos (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    kind text not null,
    list jsonb,
    changed_at timestamptz not null,
    until timestamptz not null
  )`,
  `create index bulk_undos_user on bulk_undos (user_id)`,
  `create table bulk_undo_rows (
    undo_id uuid not null references bulk_undos on delete cascade,
    store_id bigint not null references stores on delete cascade,
    was jsonb,
    primary key (undo_id, store_id)
  )`,
  `create index bulk_undo_rows_store on bulk_undo_rows (store_id)`,
  ...renewsRevision('saved_stores', 'saved'),
  ...renewsRevision('lists', 'list'),
  ...renewsRevision('list_stores', 'list'),
  ...renewsRevision('exported_stores', 'exported'),
]

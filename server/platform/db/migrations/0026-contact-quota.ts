import { type Kysely, sql } from 'kysely'

/** Which stores' contacts an account was shown on a day, and how many: each store counts once. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table shown_contacts (
    user_id uuid not null, day date not null, store_id bigint not null, primary key (user_id, day, store_id)
  )`,
  `create index shown_contacts_day on shown_contacts (day)`,
  `create table contact_usage (
    user_id uuid not null, day date not null, stores integer not null, primary key (user_id, day)
  )`,
  // One round trip, and exact beside other processes: the row of the account is locked, and each
  // statement in here sees earlier commits. Outside of a transaction it does not wait for the disk:
  // after a crash the last moments are not counted.
  `create function claim_contacts(account uuid, today date, asked bigint[], most integer, waits boolean) returns jsonb language plpgsql as $$
  declare
    used integer;
    added integer;
  begin
    if not waits then perform set_config('synchronous_commit', 'off', true); end if;
    insert into contact_usage values (account, today, 0) on conflict do nothing;
    select stores into used from contact_usage where user_id = account and day = today for update;
    insert into shown_contacts
      select account, today, id from unnest(asked) with ordinality as wanted(id, place)
      where not exists (select 1 from shown_contacts as shown
        where shown.user_id = account and shown.day = today and shown.store_id = wanted.id)
      order by place limit greatest(0, most - used)
      on conflict do nothing;
    get diagnostics added = row_count;
    if added > 0 then
      update contact_usage set stores = used + added where user_id = account and day = today;
    end if;
    return (select coalesce(jsonb_agg(store_id), '[]') from shown_contacts
      where user_id = account and day = today and store_id = any(asked));
  end $$`,
]

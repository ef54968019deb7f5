import { type Kysely, sql } from 'kysely'

/**
 * What the filters by place, launch, offer and contact read. Null in a row = no visit has written it
 * since, so a store that the release before writes meanwhile is unknown and never wrong.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table stores
    add column domain_registered_on date,
    add column protected_at timestamptz,
    add column has_reopened boolean,
    add column markets text[],
    add column market_currencies text[],
    add column variant_count integer,
    add column sold_out_share double precision,
    add column review_count integer,
    add column rating_percent integer,
    add column has_free_shipping boolean,
    add column pay_later text[],
    add column phone_country text,
    add column has_street boolean,
    add column registrations text[],
    add column has_opening_hours boolean,
    add column has_blog boolean,
    add column has_about_page boolean`,
  // The list shows the day of the last visit now; a further visit on that day still changes nothing.
  `create or replace function note_store_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if (old.last_checked_at at time zone 'UTC')::date = (new.last_checked_at at time zone 'UTC')::date then
        old.last_checked_at := new.last_checked_at;
      end if;
      old.screenshot_at := new.screenshot_at;
      old.screenshot_due_at := new.screenshot_due_at;
      if old is not distinct from new then return null; end if;
    end if;
    insert into change_outbox (changed_store) values (coalesce(new.id, old.id));
    return null;
  end $$`,
]

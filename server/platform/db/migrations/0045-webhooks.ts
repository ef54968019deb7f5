import { type Kysely, sql } from 'kysely'

/**
 * Addresses of an account that get the new matches of its saved searches, and what still waits to
 * be sent to them. A release that does not know the columns reports every search once a day, by
 * mail.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // unmailed_since: the earliest hits that wait for the next mail of an instant search.
  `alter table saved_searches
    add column instant boolean not null default false,
    add column webhooks boolean not null default false,
    add column unmailed_since timestamptz`,
  // By id and not by checked_at: each run writes that column, and would write every index on it.
  `drop index saved_searches_due`,
  `create index saved_searches_reported on saved_searches (id) where mails or webhooks`,
  `create index saved_searches_instant on saved_searches (id) where instant and (mails or webhooks)`,
  // A mail or a message reads the hits of some minutes.
  `create index saved_search_hits_at on saved_search_hits (search_id, at)`,

  // secret: sealed. failing_since: the first failure after the last success. last_status: null when
  // there was no answer.
  `create table webhooks (
    id uuid primary key, user_id uuid not null, url text not null, secret text not null, created_at timestamptz not null,
    failing_since timestamptz, paused_at timestamptz, last_attempt_at timestamptz, last_status integer
  )`,
  `create index webhooks_user_id on webhooks (user_id)`,

  // found_at, found_until: the range of the times of the hits that it reports. first_tried_at: from
  // then on its content stays the same.
  `create table webhook_deliveries (
    id uuid primary key, webhook_id uuid not null, search_id uuid not null, found_at timestamptz not null,
    found_until timestamptz not null, created_at timestamptz not null, due_at timestamptz not null,
    first_tried_at timestamptz, tries integer not null default 0
  )`,
  `create index webhook_deliveries_due_at on webhook_deliveries (due_at)`,
  `create index webhook_deliveries_webhook_id on webhook_deliveries (webhook_id, search_id)`,
  `create index webhook_deliveries_search_id on webhook_deliveries (search_id)`,
]

import { type Kysely, sql } from 'kysely'

/**
 * What visitors send us from the public pages: messages to support, and wishes for the newsletter.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // email_key: as in users. content_hash: of sender and text; the same hash on one UTC day is the
  // same message, sent twice.
  `create table contact_messages (
    id uuid primary key,
    full_name text not null,
    email text not null,
    email_key text not null,
    subject text not null,
    message text not null,
    language text not null,
    day date not null,
    content_hash text not null,
    created_at timestamptz not null,
    unique (content_hash, day)
  )`,
  `create index contact_messages_email on contact_messages (email_key)`,
  `create index contact_messages_created on contact_messages (created_at)`,
  // Without confirmed_at the only mail sent is the request to confirm. last_week: the Monday of the
  // last week that a newsletter was queued for.
  `create table newsletter_subscriptions (
    id uuid primary key,
    email text not null,
    email_key text not null unique,
    language text not null,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    last_week date
  )`,
  `create index newsletter_subscriptions_open on newsletter_subscriptions (requested_at) where confirmed_at is null`,
]

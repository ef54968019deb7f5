/** The public pages: articles, what visitors send us, and merchants who want to be left out. */
export const site = [
  `create table articles (
    id integer primary key,
    slug text not null unique,
    title text not null,
    excerpt text not null,
    category text not null,
    tags text[] not null,
    author text not null,
    language text not null,
    is_featured boolean not null,
    published_at timestamptz not null,
    updated_at timestamptz not null,
    body_html text not null,
    headings jsonb not null,
    word_count integer not null,
    search tsvector not null,
    views integer not null default 0,
    file text not null,
    checksum text not null
  )`,
  `create index articles_published on articles (published_at desc, id desc)`,
  `create index articles_search on articles using gin (search)`,
  // Rows of one day: older rows are deleted, the article keeps the total.
  `create table article_views (
    article_id integer not null references articles on delete cascade,
    visitor bytea not null,
    day date not null,
    primary key (article_id, visitor, day)
  )`,
  `create index article_views_day on article_views (day)`,
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
    answered_at timestamptz,
    answer text,
    unique (content_hash, day)
  )`,
  `create index contact_messages_email on contact_messages (email_key)`,
  `create index contact_messages_created on contact_messages (created_at)`,
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
  `create table opt_outs (
    key text primary key,
    at timestamptz not null
  )`,
  // Several rows per domain, so that a stranger's request cannot end the owner's.
  `create table opt_out_requests (
    domain text not null,
    token_hash text not null,
    expires_at timestamptz not null,
    primary key (domain, token_hash)
  )`,
  `create index opt_out_requests_expires on opt_out_requests (expires_at)`,
]

import { type Kysely, sql } from 'kysely'

/** The articles of `content/articles`, and who read them. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
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
    article_id integer not null references articles (id) on delete cascade,
    visitor bytea not null,
    day date not null,
    primary key (article_id, visitor, day)
  )`,
  `create index article_views_day on article_views (day)`,
]

import { type Kysely, sql } from 'kysely'

/**
 * Evidence for every item of a list, when a fact went missing, the store columns that filters use,
 * and DNS answers about mail domains.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // items: for a list, each value with its own label, place and times; null for a single value.
  `alter table store_facts add column items jsonb, add column gone_at timestamptz`,
  `alter table stores
    add column city text,
    add column region text,
    add column category text,
    add column category_confidence text,
    add column languages text[] not null default '{}',
    add column ships_to text[] not null default '{}',
    add column socials text[] not null default '{}',
    add column payment_brands text[] not null default '{}',
    add column policies text[] not null default '{}',
    add column has_contact_form boolean not null default false,
    add column company text,
    add column email_domain text,
    add column email_is_own_domain boolean,
    add column email_state text check (email_state in ('has_mx', 'no_mx', 'unknown')),
    add column theme_schema text,
    add column theme_version text`,
  `create index stores_mail on stores (email_domain) where email_domain is not null`,
  `create index stores_mail_unknown on stores (email_domain) where email_state = 'unknown'`,
  // A reference table: many stores share a provider.
  `create table mail_hosts (
    domain text primary key,
    state text not null check (state in ('has_mx', 'no_mx', 'unknown')),
    checked_at timestamptz,
    due_at timestamptz not null
  )`,
  `create index mail_hosts_due on mail_hosts (due_at)`,
]

import { type Kysely, sql } from 'kysely'

/**
 * Accounts as people use them: mail links, the identity provider, photos, deletion, and mail on its
 * way out.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table users
    add column language text not null default 'en',
    add column email_updates boolean not null default false,
    add column pending_email text,
    add column pending_dates jsonb,
    add column deletion_requested_at timestamptz`,
  `create index users_deletion_requested on users (deletion_requested_at) where deletion_requested_at is not null`,
  // proven_at: when the person of this session last proved their identity, besides the sign-in
  // itself.
  `alter table sessions add column network text, add column proven_at timestamptz`,
  // An account at an identity provider. The subject identifies it, because addresses change hands.
  `create table identities (
    issuer text not null,
    subject text not null,
    user_id uuid not null,
    email text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (issuer, subject)
  )`,
  `create index identities_user on identities (user_id)`,
  // Nonces that a sign-in at the identity provider has already used.
  `create table used_nonces (nonce_hash text primary key, expires_at timestamptz not null)`,
  `create index used_nonces_expire on used_nonces (expires_at)`,
  // Links in mails. Only the hash is kept. email: the address that received the mail and that the
  // link confirms. credentials: those of a sign-up, applied when its own link is opened, so that a
  // link never confirms another person's password.
  `create table account_tokens (
    token_hash text primary key,
    user_id uuid not null,
    purpose text not null check (purpose in ('sign_up', 'email_change', 'reset_password', 'undo_deletion')),
    email text not null,
    credentials jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    replaced_at timestamptz
  )`,
  `create index account_tokens_user on account_tokens (user_id, purpose)`,
  `create index account_tokens_expire on account_tokens (expires_at)`,
  // The queue of outgoing mails; a row is deleted once its mail is handed over. user_id is null
  // while the address belongs to no known account. due_at: the earliest next try. While a process
  // sends the mail, the time after which another process may take over.
  `create table outgoing_mails (
    id uuid primary key,
    kind text not null,
    recipient text not null,
    user_id uuid,
    language text not null,
    params jsonb not null,
    created_at timestamptz not null,
    due_at timestamptz not null,
    tries integer not null default 0
  )`,
  `create index outgoing_mails_recipient on outgoing_mails (recipient, kind)`,
  `create index outgoing_mails_user on outgoing_mails (user_id)`,
  `create index outgoing_mails_created on outgoing_mails (created_at)`,
  `create table user_photos (
    user_id uuid primary key,
    name text not null unique,
    bytes bytea not null,
    created_at timestamptz not null
  )`,
  `create index audit_events_user on audit_events (user_id, at)`,
]

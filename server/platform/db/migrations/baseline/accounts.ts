/** Accounts as people use them. Their records are deleted with them. */
export const accounts = [
  `create table users (
    id uuid primary key,
    email text not null,
    email_key text not null unique,
    first_name text not null,
    last_name text not null,
    role text not null check (role in ('GUEST', 'PRO_USER', 'PLUS_USER')),
    password_hash text,
    email_verified_at timestamptz,
    picture_url text,
    created_at timestamptz not null,
    language text not null default 'en',
    email_updates boolean not null default false,
    pending_email text,
    pending_dates jsonb,
    deletion_requested_at timestamptz,
    stayed_until timestamptz,
    previous_stay_until timestamptz,
    plan_until timestamptz,
    locked_at timestamptz,
    first_run_ended_at timestamptz
  )`,
  `create index users_deletion_requested on users (deletion_requested_at) where deletion_requested_at is not null`,
  // id: hash of the secret in the token.
  `create table sessions (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    remember_me boolean not null,
    user_agent text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    network text,
    proven_at timestamptz,
    operator_until timestamptz
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table api_keys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    token_hash text not null unique,
    start text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index api_keys_user_id on api_keys (user_id)`,
  `create table identities (
    issuer text not null,
    subject text not null,
    user_id uuid not null references users on delete cascade,
    email text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (issuer, subject)
  )`,
  `create index identities_user on identities (user_id)`,
  // Nonces that a sign-in at the identity provider has already used.
  `create table used_nonces (
    nonce_hash text primary key,
    expires_at timestamptz not null
  )`,
  `create index used_nonces_expire on used_nonces (expires_at)`,
  // Only the hash of a link's token is kept.
  `create table account_tokens (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
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
  `create table user_photos (
    user_id uuid primary key references users on delete cascade,
    name text not null unique,
    created_at timestamptz not null
  )`,
  `create table operators (
    user_id uuid primary key references users on delete cascade,
    totp_secret text not null,
    totp_step bigint,
    created_at timestamptz not null
  )`,
  // Until `confirmed_at` is set, sign-in asks for no code.
  `create table second_factors (
    user_id uuid primary key references users on delete cascade,
    totp_secret text not null,
    totp_step bigint,
    confirmed_at timestamptz,
    recovery_hashes text[] not null,
    created_at timestamptz not null
  )`,
  `create table audit_events (
    id uuid primary key,
    at timestamptz not null,
    kind text not null,
    user_id uuid references users on delete set null,
    network text,
    detail jsonb,
    times integer not null default 1,
    shared_key text
  )`,
  `create index audit_events_user on audit_events (user_id, at)`,
  `create unique index audit_events_shared_key on audit_events (shared_key)`,
  `create table outgoing_mails (
    id uuid primary key,
    kind text not null,
    recipient text not null,
    user_id uuid references users on delete cascade,
    language text not null,
    params jsonb not null,
    created_at timestamptz not null,
    due_at timestamptz not null,
    tries integer not null default 0,
    origin jsonb
  )`,
  `create index outgoing_mails_recipient on outgoing_mails (recipient, kind)`,
  `create index outgoing_mails_user on outgoing_mails (user_id)`,
  `create index outgoing_mails_created on outgoing_mails (created_at)`,
]

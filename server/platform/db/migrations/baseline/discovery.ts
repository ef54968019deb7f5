/**
 * Logs and the hosts that they reveal. Candidates outlive their store: `store_id` has no foreign key.
 */
export const discovery = [
  `create table ct_logs (
    log_id text primary key,
    description text not null,
    operator text not null,
    url text not null,
    next_index bigint not null,
    tree_size bigint not null,
    root_hash text,
    head_at timestamptz,
    state text not null check (state in ('active', 'quarantined', 'ended')),
    problem text,
    entries_read bigint not null default 0,
    hosts_checked bigint not null default 0,
    updated_at timestamptz not null,
    proven_size bigint,
    proven_root text,
    proven_at timestamptz,
    quarantined_at timestamptz,
    retry_at timestamptz,
    unreadable_entries bigint not null default 0,
    followed_at timestamptz,
    live_since timestamptz,
    checked_at timestamptz,
    seen_size bigint
  )`,
  // due_at null = nothing planned.
  `create table candidates (
    host text primary key,
    stage text not null check (stage in ('resolve', 'visit')),
    revealed_at timestamptz not null,
    log_id text not null,
    attempts integer not null default 0,
    due_at timestamptz,
    claimed_until timestamptz,
    outcome text,
    outcome_at timestamptz,
    store_id bigint,
    added_at timestamptz,
    pointed_at timestamptz,
    asked_at timestamptz
  )`,
  `create index candidates_fresh on candidates (revealed_at desc) where stage = 'visit' and outcome is null and due_at is not null`,
  `create index candidates_again on candidates (due_at) where stage = 'visit' and outcome is not null and due_at is not null`,
  `create index candidates_resolve on candidates (due_at) where stage = 'resolve' and due_at is not null`,
  // A reference table: many stores share a provider.
  `create table mail_hosts (
    domain text primary key,
    state text not null check (state in ('has_mx', 'no_mx', 'unknown')),
    checked_at timestamptz,
    due_at timestamptz not null
  )`,
  `create index mail_hosts_due on mail_hosts (due_at)`,
]

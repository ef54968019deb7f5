/** What every process shares. */
export const platform = [
  `create table system_state (
    key text primary key,
    value jsonb not null,
    updated_at timestamptz not null
  )`,
  // Work that one process does at a time.
  `create table leases (
    name text primary key,
    holder text not null,
    until timestamptz not null
  )`,
  // The columns and their order are those of the rate-limiter-flexible package.
  `create table request_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index request_limits_expire on request_limits (expire)`,
  // Counted in memory, added here every few seconds: processes without a web server count as well.
  `create table tallies (
    name text not null,
    label text not null,
    total bigint not null,
    primary key (name, label)
  )`,
  `create table tally_slots (
    name text not null,
    label text not null,
    slot timestamptz not null,
    total bigint not null,
    primary key (name, slot, label)
  )`,
  `create table feature_switches (
    name text primary key,
    is_on boolean not null,
    changed_at timestamptz not null
  )`,
]

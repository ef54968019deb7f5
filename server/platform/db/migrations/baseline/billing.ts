/**
 * Subscriptions as the payment provider reports them, earlier agreements, and the provider's events.
 */
export const billing = [
  // Each read from the provider takes a number from reads. Only a read that started after the last
  // applied one may be applied.
  `create table billing_customers (
    user_id uuid not null references users on delete cascade,
    provider text not null,
    customer_id text not null,
    reads bigint not null default 0,
    applied_read bigint not null default 0,
    created_at timestamptz not null,
    synced_at timestamptz,
    primary key (user_id, provider)
  )`,
  `create unique index billing_customers_customer on billing_customers (provider, customer_id)`,
  // reminded_for: the end of the period whose renewal was announced by mail.
  `create table billing_subscriptions (
    provider text not null,
    subscription_id text not null,
    user_id uuid not null references users on delete cascade,
    checkout_id text,
    plan text not null,
    billing_cycle text not null,
    status text not null check (status in ('incomplete', 'active', 'past_due', 'ended')),
    currency text not null,
    amount_minor integer not null,
    period_ends_at timestamptz not null,
    cancel_at_period_end boolean not null,
    next_plan text,
    next_billing_cycle text,
    next_starts_at timestamptz,
    is_refused boolean not null default false,
    started_at timestamptz not null,
    reminded_for timestamptz,
    updated_at timestamptz not null,
    primary key (provider, subscription_id)
  )`,
  `create index billing_subscriptions_user on billing_subscriptions (user_id)`,
  // Payments that a mail has already reported.
  `create table billing_invoices (
    provider text not null,
    invoice_id text not null,
    user_id uuid not null references users on delete cascade,
    status text not null check (status in ('paid', 'open', 'void')),
    amount_minor integer not null,
    currency text not null,
    issued_at timestamptz not null,
    failed_attempts integer not null default 0,
    primary key (provider, invoice_id)
  )`,
  `create index billing_invoices_user on billing_invoices (user_id)`,
  // Prices that a customer was shown and agreed to: a checkout, or a change of the subscription.
  `create table billing_agreements (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    provider text not null,
    kind text not null check (kind in ('checkout', 'change')),
    plan text not null,
    billing_cycle text not null,
    currency text not null,
    amount_minor integer not null,
    language text not null,
    status text not null check (status in ('open', 'done', 'closed')),
    provider_checkout_id text,
    url text,
    created_at timestamptz not null,
    expires_at timestamptz
  )`,
  `create index billing_agreements_user on billing_agreements (user_id, created_at)`,
  `create table billing_events (
    provider text not null,
    event_id text not null,
    kind text not null,
    customer_id text,
    received_at timestamptz not null,
    processed_at timestamptz,
    primary key (provider, event_id)
  )`,
  `create index billing_events_waiting on billing_events (provider, customer_id) where processed_at is null`,
  `create index billing_events_received on billing_events (received_at)`,
]

import type { AccountRecord } from '#server/platform/account-record.ts'

const customers: AccountRecord = {
  name: 'billingCustomers',
  table: 'billing_customers',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('billing_customers')
      .select([
        'provider',
        'customer_id as customerId',
        'created_at as createdAt',
        'synced_at as syncedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  // Also erases the provider's events about them, which name no one else.
  async erase({ db }, { userId }) {
    const rows = await db
      .deleteFrom('billing_customers')
      .where('user_id', '=', userId)
      .returning('customer_id')
      .execute()
    const ids = rows.map((row) => row.customer_id)
    if (ids.length > 0)
      await db.deleteFrom('billing_events').where('customer_id', 'in', ids).execute()
  },
}

const subscriptions: AccountRecord = {
  name: 'subscriptions',
  table: 'billing_subscriptions',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('billing_subscriptions')
      .select([
        'provider',
        'subscription_id as subscriptionId',
        'plan',
        'billing_cycle as billingCycle',
      ])
      .select([
        'status',
        'currency',
        'amount_minor as amountMinor',
        'period_ends_at as periodEndsAt',
      ])
      .select(['cancel_at_period_end as cancelAtPeriodEnd', 'next_plan as nextPlan'])
      .select(['next_billing_cycle as nextBillingCycle', 'next_starts_at as nextStartsAt'])
      .select(['started_at as startedAt', 'reminded_for as remindedFor', 'updated_at as updatedAt'])
      .where('user_id', '=', userId)
      .orderBy('started_at')
      .execute(),
  async erase({ db }, { userId }) {
    await db.deleteFrom('billing_subscriptions').where('user_id', '=', userId).execute()
  },
}

/** The invoices themselves stay with the provider, as the law requires. */
const invoices: AccountRecord = {
  name: 'invoices',
  table: 'billing_invoices',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('billing_invoices')
      .select([
        'provider',
        'invoice_id as invoiceId',
        'status',
        'amount_minor as amountMinor',
        'currency',
      ])
      .select(['issued_at as issuedAt', 'failed_attempts as failedAttempts'])
      .where('user_id', '=', userId)
      .orderBy('issued_at')
      .execute(),
  async erase({ db }, { userId }) {
    await db.deleteFrom('billing_invoices').where('user_id', '=', userId).execute()
  },
}

const checkouts: AccountRecord = {
  name: 'checkouts',
  table: 'billing_agreements',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('billing_agreements')
      .select([
        'id',
        'provider',
        'kind',
        'plan',
        'billing_cycle as billingCycle',
        'currency',
        'language',
      ])
      .select([
        'amount_minor as amountMinor',
        'status',
        'created_at as createdAt',
        'expires_at as expiresAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  async erase({ db }, { userId }) {
    await db.deleteFrom('billing_agreements').where('user_id', '=', userId).execute()
  },
}

/** All billing records of an account. */
export const billingRecords: readonly AccountRecord[] = [
  customers,
  subscriptions,
  invoices,
  checkouts,
]

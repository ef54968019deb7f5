import type { TableName } from '#server/platform/db/schema.ts'
import { olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'

export const tables = [
  'billing_agreements',
  'billing_customers',
  'billing_events',
  'billing_invoices',
  'billing_subscriptions',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // The provider stops repeating an event after three days.
  billing_events: { old: olderThan('received_at', 90) },
}

import { sql } from 'kysely'
import type { TableName } from '#server/platform/db/schema.ts'
import {
  LONG_DAYS,
  olderThan,
  type Retention,
  UNSENT_DAYS,
} from '#server/platform/jobs/purge-old-rows.ts'

export const tables = [
  'digests',
  'export_tickets',
  'export_usage',
  'feeds',
  'saved_products',
  'saved_search_hits',
  'saved_searches',
  'saved_stores',
  'webhook_deliveries',
  'webhooks',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // Their addresses work for minutes; the security log keeps the exports.
  export_tickets: { old: olderThan('expires_at', 1) },
  export_usage: { old: olderThan('day', LONG_DAYS) },
  // A search does not look back so far (`LATE_MATCH_MS`), and its mails and webhooks do not wait
  // so long.
  saved_search_hits: {
    old: () => sql`exists (select from saved_searches as search
      where search.id = search_id and at < search.checked_at - interval '14 days')`,
  },
  webhook_deliveries: { old: olderThan('created_at', UNSENT_DAYS) },
}

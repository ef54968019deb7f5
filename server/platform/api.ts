/** What the platform itself owns, in the form in which the domains say it. */
import { sql } from 'kysely'
import { DELIVERY_LOG_DAYS } from '#contracts/workspace/deliveries.ts'
import type { TableName } from './db/schema.ts'
import { LONG_DAYS, olderThan, type Retention, UNSENT_DAYS } from './jobs/purge-old-rows.ts'
import { apiKeys } from './session/integrations.ts'

export { erasure } from './erasure.ts'
export { limits } from './limits.ts'

export const integrations = [apiKeys]

export const tables = [
  'api_keys',
  'audit_events',
  'delivery_log',
  'leases',
  'outgoing_mails',
  'request_limits',
  'sessions',
  'system_state',
] as const satisfies TableName[]

/** Long enough to answer "why was I signed out". */
const ENDED_DAYS = 7

export const retention: Retention<(typeof tables)[number]> = {
  audit_events: { old: olderThan('at', LONG_DAYS) },
  delivery_log: { old: olderThan('at', DELIVERY_LOG_DAYS) },
  leases: { keep: 'one row for each piece of work that only one process may do' },
  outgoing_mails: { old: olderThan('created_at', UNSENT_DAYS) },
  request_limits: { keep: 'the rate limiter deletes expired counters' },
  sessions: {
    old: (now) =>
      sql`${olderThan('expires_at', ENDED_DAYS)(now)} or ${olderThan('revoked_at', ENDED_DAYS)(now)}`,
  },
  system_state: { keep: 'one row for each key' },
}

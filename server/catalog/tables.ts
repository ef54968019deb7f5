import type { TableName } from '#server/platform/db/schema.ts'
import { LONG_DAYS, olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'

export const tables = [
  'change_feed',
  'change_feed_state',
  'change_followers',
  'change_outbox',
  'contact_usage',
  'shown_contacts',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  change_feed: { keep: '`pruneChanges` deletes what every follower has read' },
  change_feed_state: { keep: 'one row' },
  change_followers: { keep: 'one row for each read model outside the database' },
  change_outbox: { keep: 'a change leaves it when it gets its number' },
  contact_usage: { old: olderThan('day', LONG_DAYS) },
  // Only today's rows have any effect.
  shown_contacts: { old: olderThan('day', 1) },
}

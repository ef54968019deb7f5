import { sql } from 'kysely'
import type { TableName } from '#server/platform/db/schema.ts'
import {
  LONG_DAYS,
  olderThan,
  type Retention,
  UNSENT_DAYS,
} from '#server/platform/jobs/purge-old-rows.ts'

export const tables = [
  'article_views',
  'articles',
  'contact_messages',
  'newsletter_subscriptions',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // The readers of a past day are of no use.
  article_views: { old: olderThan('day', 2) },
  articles: { keep: 'as long as their files' },
  contact_messages: { old: olderThan('created_at', LONG_DAYS) },
  // Unconfirmed requests, whose link expires at the same time.
  newsletter_subscriptions: {
    old: (now) => sql`confirmed_at is null and ${olderThan('requested_at', UNSENT_DAYS)(now)}`,
  },
}

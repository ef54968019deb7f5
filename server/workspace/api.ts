/**
 * What belongs to one account: saved stores and products, saved searches with their mails and
 * webhooks, the weekly digest, changes and their feeds, exports.
 */
import { sql } from 'kysely'
import type { TableName } from '#server/platform/db/schema.ts'
import type { Erasure } from '#server/platform/erasure.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import {
  LONG_DAYS,
  olderThan,
  type Retention,
  UNSENT_DAYS,
} from '#server/platform/jobs/purge-old-rows.ts'
import { registerMail } from '#server/platform/mail/mail.ts'
import { sendNewsAtOnce } from './brief/at-once.ts'
import { briefMail } from './brief/brief-mail.ts'
import { sendBriefs } from './brief/send-briefs.ts'
import { sendDigests } from './digest/digest-job.ts'
import { digestMail } from './digest/digest-mail.ts'
import { hideExcludedStores } from './exclusions/add-exclusions.ts'
import { feedRoutes } from './feeds/feed-file.ts'
import {
  briefRoutes,
  changeRoutes,
  deliveryRoutes,
  exclusionRoutes,
  exportRoutes,
  leadRoutes,
  listRoutes,
  savedRoutes,
  savedSearchRoutes,
  webhookRoutes,
} from './routes.ts'
import { mailSearchMatches, reportInstantMatches } from './saved-searches/search-matches-job.ts'
import { searchMatchesMail } from './saved-searches/search-matches-mail.ts'
import { deleteDeliveries } from './webhooks/delivery-queue.ts'
import { sendQueuedWebhooks, sendWaitingWebhooks } from './webhooks/send-webhooks.ts'
import { webhookPausedMail } from './webhooks/webhook-message.ts'

export { disableBriefMails, enableBriefMails } from './brief/brief-settings.ts'
export { readWeekNews } from './digest/digest-mail.ts'
export { dueWeek, hasStores } from './digest/weekly-figures.ts'
export { disableSearchMails, enableSearchMails } from './saved-searches/saved-searches.ts'
export { type FollowedNews, readFollowedNews } from './follows/follows.ts'
export { integrations } from './integrations.ts'
export { limits } from './limits.ts'
export { resealWebhookSecrets } from './webhooks/webhook-message.ts'

export const routes = [
  savedRoutes,
  listRoutes,
  leadRoutes,
  savedSearchRoutes,
  changeRoutes,
  exclusionRoutes,
  feedRoutes,
  briefRoutes,
  exportRoutes,
  webhookRoutes,
  deliveryRoutes,
]
export const jobs = [
  registerJob(hideExcludedStores),
  registerJob(mailSearchMatches),
  registerJob(reportInstantMatches),
  registerJob(sendQueuedWebhooks),
  registerJob(sendWaitingWebhooks),
  registerJob(sendDigests),
  registerJob(sendBriefs),
  registerJob(sendNewsAtOnce),
]
export const mails = [
  registerMail(searchMatchesMail),
  registerMail(digestMail),
  registerMail(briefMail),
  registerMail(webhookPausedMail),
]

export const tables = [
  'brief_feeds',
  'brief_items',
  'brief_settings',
  'briefs',
  'bulk_undo_rows',
  'bulk_undos',
  'digests',
  'erased_leads',
  'exclusion_uploads',
  'exclusions',
  'export_tickets',
  'export_usage',
  'exported_stores',
  'feeds',
  'follows',
  'list_stores',
  'list_views',
  'lists',
  'mark_revisions',
  'saved_products',
  'saved_search_hits',
  'saved_searches',
  'saved_stores',
  'stage_moves',
  'stages',
  'templates',
  'webhook_deliveries',
  'webhooks',
] as const satisfies TableName[]

const BRIEF_DAYS = 30

export const retention: Retention<(typeof tables)[number]> = {
  // No item comes again within this time: a weekly brief looks back two weeks at most.
  briefs: { old: olderThan('until', BRIEF_DAYS) },
  bulk_undos: { old: olderThan('until', 1) },
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

export const erasure: Erasure = {
  /** A cascade deletes their leads; the accounts learn how many there were. */
  async domain({ db }, { storeIds }) {
    await sql`
      insert into erased_leads (user_id, stage, leads)
      select user_id, stage, count(*)::int from saved_stores
      where store_id = any(${storeIds}::bigint[]) and stage is not null group by user_id, stage order by user_id
      on conflict (user_id, stage) do update set leads = erased_leads.leads + excluded.leads`.execute(
      db,
    )
  },
  async account({ db }, { userId }) {
    const webhooks = await db
      .selectFrom('webhooks')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    const ids = webhooks.map(({ id }) => id)
    await deleteDeliveries(db, 'webhook_id', ids)
  },
}

/**
 * What belongs to one account: saved stores and products, saved searches with their mails and
 * webhooks, the weekly digest, changes and their feeds, exports.
 */
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import { registerMail } from '#server/platform/mail/mail.ts'
import { sendDigests } from './digest/digest-job.ts'
import { digestMail } from './digest/digest-mail.ts'
import { feedRoutes } from './feeds/feed-file.ts'
import {
  changeRoutes,
  exportRoutes,
  savedRoutes,
  savedSearchRoutes,
  webhookRoutes,
} from './routes.ts'
import { mailSearchMatches, reportInstantMatches } from './saved-searches/search-matches-job.ts'
import { searchMatchesMail } from './saved-searches/search-matches-mail.ts'
import { sendQueuedWebhooks, sendWaitingWebhooks } from './webhooks/send-webhooks.ts'

export { presentFigures } from './digest/digest-mail.ts'
export { daysOfWeek, dueWeek, hasStores, readWeek } from './digest/weekly-figures.ts'
export { disableSearchMails, enableSearchMails } from './saved-searches/saved-searches.ts'
export { erasure } from './erasure.ts'
export { integrations } from './integrations.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'
export { resealWebhookSecrets } from './webhooks/webhook-message.ts'

export const routes = [
  savedRoutes,
  savedSearchRoutes,
  changeRoutes,
  feedRoutes,
  exportRoutes,
  webhookRoutes,
]
export const jobs = [
  registerJob(mailSearchMatches),
  registerJob(reportInstantMatches),
  registerJob(sendQueuedWebhooks),
  registerJob(sendWaitingWebhooks),
  registerJob(sendDigests),
]
export const mails = [registerMail(searchMatchesMail), registerMail(digestMail)]

import type { Integration } from '#server/platform/session/integrations.ts'
import { deleteDeliveries } from './webhooks/delivery-queue.ts'

export const feedIntegration: Integration = {
  kind: 'feed',
  table: 'feeds',
  right: 'hasResearch',
  created: 'feed.created',
  ended: 'feed.revoked',
}

/** A separate table: an account has one row in `feeds` without a search, for its saved stores. */
export const briefFeedIntegration: Integration = { ...feedIntegration, table: 'brief_feeds' }

export const webhookIntegration: Integration = {
  kind: 'webhook',
  table: 'webhooks',
  right: 'hasWebhooks',
  created: 'webhook.created',
  ended: 'webhook.deleted',
  clear: (db, ids) => deleteDeliveries(db, 'webhook_id', ids),
}

export const integrations = [feedIntegration, briefFeedIntegration, webhookIntegration]

import type { Integration } from '#server/platform/session/integrations.ts'
import { deleteDeliveries } from './webhooks/delivery-queue.ts'

export const feedIntegration: Integration = {
  kind: 'feed',
  table: 'feeds',
  right: 'hasResearch',
  created: 'feed.created',
  ended: 'feed.revoked',
}

export const webhookIntegration: Integration = {
  kind: 'webhook',
  table: 'webhooks',
  right: 'hasWebhooks',
  created: 'webhook.created',
  ended: 'webhook.deleted',
  clear: (db, ids) => deleteDeliveries(db, 'webhook_id', ids),
}

export const integrations = [feedIntegration, webhookIntegration]

import { CHANGES_PER_HOUR } from '#contracts/workspace/changes.ts'
import { HOUR, limit } from '#server/platform/limits.ts'

export const limits = {
  changes: limit('listChanges', 'account', CHANGES_PER_HOUR, HOUR),
  // A feed reader asks a few times an hour, and an owner may use several of them.
  feed: limit('read-feed', 'feed', 120, HOUR),
  // Each one sends a request to a host of the caller's choice.
  webhookTest: limit('webhook-test', 'account', 20, HOUR),
  briefTest: limit('brief-test', 'account', 20, HOUR),
}

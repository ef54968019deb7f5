import { MAX_BOUNCES_PER_DAY } from '#contracts/catalog/bounces.ts'
import { STORE_DETAILS_PER_HOUR } from '#contracts/catalog/facts.ts'
import { DAY, HOUR, limit } from '#server/platform/limits.ts'

export const limits = {
  bounceMarks: limit('markBounce', 'account', MAX_BOUNCES_PER_DAY, DAY),
  storeDetails: limit('getStoreDetails', 'account', STORE_DETAILS_PER_HOUR, HOUR),
  storeScore: limit('getStoreScore', 'account', STORE_DETAILS_PER_HOUR, HOUR),
  storeRisks: limit('getStoreRisks', 'account', STORE_DETAILS_PER_HOUR, HOUR),
  storeTimeline: limit('getStoreTimeline', 'account', STORE_DETAILS_PER_HOUR, HOUR),
}

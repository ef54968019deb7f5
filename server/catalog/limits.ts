import { STORE_DETAILS_PER_HOUR } from '#contracts/catalog/facts.ts'
import { HOUR, limit } from '#server/platform/limits.ts'

export const limits = {
  storeDetails: limit('getStoreDetails', 'account', STORE_DETAILS_PER_HOUR, HOUR),
  storeScore: limit('getStoreScore', 'account', STORE_DETAILS_PER_HOUR, HOUR),
  storeRisks: limit('getStoreRisks', 'account', STORE_DETAILS_PER_HOUR, HOUR),
  storeTimeline: limit('getStoreTimeline', 'account', STORE_DETAILS_PER_HOUR, HOUR),
}

/**
 * What visitors research: stores, products, trends, their pictures, and the indexes that find them.
 */
import type { TableName } from '#server/platform/db/schema.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import { LONG_DAYS, olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { trimPictures } from './pictures/picture-files.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { liveRoutes, productRoutes, storeRoutes, todayRoutes, trendingRoutes } from './routes.ts'
import { pruneChanges } from './search/change-feed.ts'

export {
  type NewsReader,
  type NewsSpan,
  readClusterNews,
  readFollowedChanges,
  readNicheNews,
} from './changes/followed-news.ts'
export { type ChangeScope, listStoreChanges, shownStores } from './changes/read-changes.ts'
export { createContactQuota, remainingContacts } from './contact-quota.ts'
export type { CatalogContext, CatalogRequest, CatalogServices } from './context.ts'
export { countTrendingProducts, selectNewStores, selectTrendingProducts } from './figure-queries.ts'
export {
  createPictureAddresses,
  isPictureSize,
  PICTURE_SIZES,
  PICTURES_PATH,
} from './pictures/picture-addresses.ts'
export {
  createPictureFiles,
  createScreenshotFiles,
  PICTURES_FOLDER,
  removeScreenshot,
  saveScreenshot,
} from './pictures/picture-files.ts'
export { createPictures, fetchNoPicture, type FetchPicture } from './pictures/picture-proxy.ts'
export { pictureOperation } from './pictures/picture-routes.ts'
export { createClusterSummaryCache } from './products/cluster-summary-cache.ts'
export { findCluster, readClusterStores } from './products/cluster-stores.ts'
export { readClusterFaces } from './products/cluster-summary.ts'
export { readDayProducts, readDayTrends } from './products/day-trends.ts'
export { presentTrend, trendColumns, type TrendRow } from './products/present-product.ts'
export { findProductView, readProductCards } from './products/product-list.ts'
export type { ProductKey } from './products/listing-search.ts'
export { readFollowerDelay, recordRetitled } from './search/change-feed.ts'
export {
  connectSearch,
  openSearch,
  type SearchServices,
  startSearchFollower,
} from './search/open-search.ts'
export type { StoreMatch, StoreOrder, StoreQuery } from './search/search.ts'
export { createDetailsLimit, readOpenDetails } from './stores/store-details.ts'
export { isContactedLead, withMarks } from './stores/account-marks.ts'
export { findSavedStoreIds } from './stores/own-marks.ts'
export { liftBounces, mailStateOf, ownVerdict } from './bounces/mail-state.ts'
export { awaitVisits, hideMatching, hideNamed, unhide } from './stores/hidden-stores.ts'
export { prepareStoreQuery, storeOrderOf } from './stores/store-query.ts'
export { scoreStores, scoringOf } from './stores/store-score.ts'
export {
  presentSummary,
  readSummaries,
  summaryColumns,
  type SummaryRow,
  summaryStoreColumns,
} from './stores/store-summary.ts'
export { limits } from './limits.ts'

export const routes = [
  todayRoutes,
  storeRoutes,
  productRoutes,
  trendingRoutes,
  liveRoutes,
  pictureRoutes,
]
export const jobs = [registerJob(trimPictures), registerJob(pruneChanges)]

export const tables = [
  'bounced_contacts',
  'change_feed',
  'change_feed_state',
  'change_followers',
  'change_outbox',
  'contact_bounces',
  'contact_usage',
  'hidden_stores',
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

import type { AppContext } from '#server/platform/context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { ContactQuota } from './contact-quota.ts'
import type { PictureAddresses } from './pictures/picture-addresses.ts'
import type { Pictures } from './pictures/picture-proxy.ts'
import type { ClusterSummaryCache } from './products/cluster-summary-cache.ts'
import type { SearchServices } from './search/open-search.ts'

export type CatalogServices = SearchServices & {
  pictureAddresses: PictureAddresses
  pictures: Pictures
  clusterSummaries: ClusterSummaryCache
  contactQuota: ContactQuota
}

export type CatalogContext = AppContext & SearchServices
export type CatalogRequest = RequestContext & CatalogServices

import { getStoreDetails } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreDetailPage as Component } from '#web/features/store-detail/store-detail-page.tsx'

export const loader = pageLoader(['store-details'], async ({ isServer, queryClient }, { params }) => {
  if (isServer) return
  await queryClient.prefetchQuery(q(getStoreDetails, { params: { id: params.storeSlug ?? params.id ?? '' } }))
})

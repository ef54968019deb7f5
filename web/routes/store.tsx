import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreDetailPage as Component } from '#web/features/store-detail/store-detail-page.tsx'

export const loader = pageLoader(['store-details'])

import { pageLoader } from '#web/lib/page-loader.ts'

export { ProductDetailPage as Component } from '#web/features/product-detail/product-detail-page.tsx'

export const loader = pageLoader(['product-detail'])

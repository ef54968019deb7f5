import { listStores } from '#contracts/stores.ts'
import { listTrendingProducts } from '#contracts/trending-products.ts'
import { q } from '#web/api/query.ts'
import { listQueryOf, productListQueryOf, readAddress } from '#web/features/store-list/list-address.ts'
import { loadTexts } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreListPage as Component } from '#web/features/store-list/store-list-page.tsx'

/** The rows are on their way while the page's code is; then comes what the next click will need. */
export const loader = pageLoader(['list', 'date-picker'], async (services, { request }) => {
  if (services.isServer) return
  const address = readAddress(new URL(request.url).searchParams)
  await Promise.all([
    import('#web/features/store-list/store-list.tsx'),
    address.view === 'products'
      ? services.queryClient.prefetchQuery(q(listTrendingProducts, { query: productListQueryOf(address) }))
      : services.queryClient.prefetchQuery(q(listStores, { query: listQueryOf(address) })),
  ])
  await Promise.all([import('#web/routes/store.tsx'), loadTexts(services, ['store-details'])])
})

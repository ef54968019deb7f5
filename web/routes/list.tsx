import { listStores } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { listQueryOf, readAddress } from '#web/features/store-list/list-address.ts'
import { loadTexts } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreListPage as Component } from '#web/features/store-list/store-list-page.tsx'

/** The rows are on their way while the page's code is; then comes what the next click will need. */
export const loader = pageLoader(['list', 'date-picker'], async (services, { request }) => {
  if (services.isServer) return
  const query = listQueryOf(readAddress(new URL(request.url).searchParams))
  await services.queryClient.prefetchQuery(q(listStores, { query }))
  await Promise.all([import('#web/routes/store.tsx'), loadTexts(services, ['store-details'])])
})

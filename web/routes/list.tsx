import type { ShouldRevalidateFunction } from 'react-router'
import { readAddress } from '#web/features/store-list/list-address.ts'
import { prefetchRows } from '#web/features/store-list/prefetch-rows.ts'
import { loadTexts } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreListPage as Component } from '#web/features/store-list/store-list-page.tsx'

/** The rows are on their way while the page's code is; then comes what the next click will need. */
export const loader = pageLoader(['list', 'date-picker'], async (services, { request }) => {
  if (services.isServer) return
  const address = readAddress(new URL(request.url).searchParams)
  await Promise.all([
    import('#web/features/store-list/store-list.tsx'),
    prefetchRows(services.queryClient, address),
  ])
  await Promise.all([import('#web/routes/store.tsx'), loadTexts(services, ['store-details'])])
})

/**
 * Within the list a step has nothing to wait for, so it stands in the history at once. Where it waited for a loader, a second press before
 * its end took its place, and one step back undid both.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

import type { ShouldRevalidateFunction } from 'react-router'
import { readAddress } from '#web/features/store-list/list-address.ts'
import { prefetchRows } from '#web/features/store-list/prefetch-rows.ts'
import { loadTexts } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { StoreListPage as Component } from '#web/features/store-list/store-list-page.tsx'

/** Loads the rows in parallel with the page's code, then the data that the next click will need. */
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
 * A navigation within the list runs no loader, so its history entry exists at once. With a loader, a second press before its end would
 * replace the entry, and a single Back would undo both.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

import { lazy, Suspense } from 'react'
import type { ShouldRevalidateFunction } from 'react-router'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { CatchUpProgress } from '#web/operations/api.ts'
import { readAddress } from './list-address.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { listViewQuery, prefetchRows } from './list-change.ts'

// The route's loader imports it too, in parallel with the rows, so that neither waits for the
// other.
const StoreList = lazy(async () => ({ default: (await import('./store-list.tsx')).StoreList }))

/**
 * Bar, filters and stores appear together after their skeleton. Visitors without access do not
 * load their code.
 */
export function StoreListPage() {
  return (
    <div className="relative">
      <CatchUpProgress />
      <PageMeta page="list" noindex />
      <RequirePaid skeleton={<ListSkeleton />}>
        <Suspense fallback={<ListSkeleton />}>
          <StoreList />
        </Suspense>
      </RequirePaid>
    </div>
  )
}

export { StoreListPage as Component }

/** Loads the rows in parallel with the page's code, then the data that the next click will need. */
export const loader = pageLoader(['list', 'date-picker', 'bulk'], async (services, { request }) => {
  if (services.isServer) return
  const address = readAddress(new URL(request.url).searchParams)
  await Promise.all([
    import('./store-list.tsx'),
    prefetchRows(services.queryClient, address),
    services.queryClient.prefetchQuery(listViewQuery),
  ])
  await Promise.all([
    import('#web/catalog/store/store-detail-page.tsx'),
    loadTexts(services, ['store-details']),
  ])
})

/**
 * A navigation within the list runs no loader, so its history entry exists at once. With a loader,
 * a second press before its end would replace the entry, and a single Back would undo both.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

import { lazy, Suspense } from 'react'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { RequirePaid } from '#web/lib/require-paid.tsx'
import { CatchUpLine } from '#web/ui/catch-up-line.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

// The route's loader imports it too, in parallel with the rows, so that neither waits for the other.
const StoreList = lazy(async () => ({ default: (await import('./store-list.tsx')).StoreList }))

/** Hero, filters and stores appear together after their skeleton. Visitors without access do not load their code. */
export function StoreListPage() {
  return (
    <div className="relative">
      <CatchUpLine />
      <div className="page min-h-dvh py-6 sm:py-8">
        <PageMeta page="list" noindex />
        <RequirePaid skeleton={<ListSkeleton />}>
          <Suspense fallback={<ListSkeleton />}>
            <StoreList />
          </Suspense>
        </RequirePaid>
      </div>
    </div>
  )
}

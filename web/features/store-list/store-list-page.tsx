import { PageMeta } from '#web/lib/page-meta.tsx'
import { RequirePaid } from '#web/lib/require-paid.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { StoreList } from './store-list.tsx'

export function StoreListPage() {
  return (
    <div className="page min-h-dvh py-6 sm:py-8">
      <PageMeta page="list" noindex />
      <RequirePaid skeleton={<ListSkeleton />}>
        <StoreList />
      </RequirePaid>
    </div>
  )
}

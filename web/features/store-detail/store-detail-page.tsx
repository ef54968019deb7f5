import { useParams } from 'react-router'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { RequirePaid } from '#web/lib/require-paid.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { StoreDetail } from './store-detail.tsx'

/** The same screen at `/list/:storeSlug` and at `/store/:id`, because the call accepts both. */
export function StoreDetailPage() {
  const { id, storeSlug } = useParams()
  const idOrSlug = storeSlug ?? id ?? ''
  return (
    <div className="page min-h-dvh py-6 sm:py-8">
      <RequirePaid
        skeleton={
          <>
            <PageMeta page="store" noindex />
            <DetailSkeleton />
          </>
        }
      >
        <StoreDetail key={idOrSlug} idOrSlug={idOrSlug} />
      </RequirePaid>
    </div>
  )
}

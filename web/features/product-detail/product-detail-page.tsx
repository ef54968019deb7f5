import { useParams } from 'react-router'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { isPaid, useSession } from '#web/lib/session.tsx'
import { ProductAccess } from './product-access.tsx'
import { ProductDetail } from './product-detail.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'

/** Not behind the access guard: visitors without access stay at this address and see how to get access. */
export function ProductDetailPage() {
  const { id = '' } = useParams()
  const session = useSession()
  return (
    <div className="page min-h-dvh py-6 sm:py-8">
      {isPaid(session) ? (
        <ProductDetail key={id} id={id} />
      ) : (
        <>
          <PageMeta page="product" noindex />
          {session.status === 'checking' ? (
            <ProductSkeleton />
          ) : (
            <ProductAccess kind={session.status === 'anonymous' ? 'signIn' : 'upgrade'} />
          )}
        </>
      )}
    </div>
  )
}

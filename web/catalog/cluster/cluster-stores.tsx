import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type ClusterStore, listClusterStores } from '#contracts/catalog/product-clusters.ts'
import { q } from '#web/api/query.ts'
import { StoreListing } from '#web/catalog/product/product-cards.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

const SIZE = '20'
/** As many as the call accepts. */
const MAX_PAGE = 1_000_000

function usePage(): number {
  const [params] = useSearchParams()
  const page = Number(params.get('page') ?? 1) - 1
  return Number.isInteger(page) && page >= 0 && page <= MAX_PAGE ? page : 0
}

/** Every store that lists the product, each with its listing; the address holds the page. */
export function ClusterStores({ id, total }: { id: number; total: number }) {
  const { t } = useTranslation('product-detail')
  const page = usePage()
  const answer = useQuery({
    ...q(listClusterStores, {
      params: { id: String(id) },
      query: { page: String(page), size: SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card className="min-w-0">
      <section id="stores" aria-labelledby="stores-title" className="scroll-mt-20">
        <h2 id="stores-title" className="px-4 py-3.5 text-sm font-semibold sm:px-5">
          {t('cluster.stores.title')}
        </h2>
        <div aria-busy={answer.isFetching} className="border-t border-line px-4 sm:px-5">
          <Stores answer={answer} id={id} total={total} />
        </div>
        {answer.data && answer.data.totalPages > 1 && (
          <div className="border-t border-line px-2 py-2.5">
            <Pagination
              page={page}
              totalPages={answer.data.totalPages}
              hrefOf={(each) => paths.clusterStores(id, each)}
            />
          </div>
        )}
      </section>
    </Card>
  )
}

type Answer = UseQueryResult<{ content: ClusterStore[] }>

function Stores({ answer, id, total }: { answer: Answer; id: number; total: number }) {
  const { t } = useTranslation(['product-detail', 'errors'])
  const none = (
    <EmptyState
      title={t(total > 0 ? 'cluster.stores.beyond' : 'cluster.stores.none')}
      action={
        total > 0 ? (
          <LinkButton to={paths.clusterStores(id, 0)}>{t('cluster.stores.first')}</LinkButton>
        ) : (
          <Button onClick={() => void answer.refetch()}>{t('errors:retry')}</Button>
        )
      }
    />
  )
  return (
    <Loaded
      query={answer}
      title={t('cluster.stores.failed')}
      skeleton={<StoresSkeleton />}
      empty={({ content }) => content.length === 0 && none}
    >
      {({ content }) => (
        <ul>
          {content.map((store) => (
            <StoreListing key={store.productId} store={store} className="wrap-anywhere" />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

const StoresSkeleton = () => (
  <Skeleton className="grid gap-3 py-3">
    {[0, 1, 2, 3].map((at) => (
      <Bone key={at} className="h-10" />
    ))}
  </Skeleton>
)

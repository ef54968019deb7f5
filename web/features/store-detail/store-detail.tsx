import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getStoreDetails, type StoreDetails } from '#contracts/stores.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useRecentStore } from '#web/lib/use-recent-store.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { BackLink } from './back-link.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { DetailsTab } from './details-tab.tsx'
import { ProductsTab } from './products-tab.tsx'
import { StoreHeader } from './store-header.tsx'
import { useTab } from './use-tab.ts'

export function StoreDetail({ idOrSlug }: { idOrSlug: string }) {
  const store = useQuery(q(getStoreDetails, { params: { id: idOrSlug } }))
  useRecentStore(idOrSlug, store.data, isApiError(store.error, 'not_found'))
  return (
    <>
      <PageMeta page="store" noindex {...(store.data && { title: store.data.name })} />
      {store.data ? (
        <>
          <StaleNote query={store} />
          <Store store={store.data} />
        </>
      ) : store.isError ? (
        <Refusal error={store.error} onRetry={() => void store.refetch()} />
      ) : store.fetchStatus === 'paused' ? (
        <OfflineState headingLevel="h1" onRetry={() => void store.refetch()} />
      ) : (
        <DetailSkeleton />
      )}
    </>
  )
}

function Store({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { tab, open } = useTab()
  return (
    <>
      <BackLink />
      <StoreHeader store={store} />
      {store.status !== 'OPEN' && (
        <Notice tone={store.status === 'CLOSED' ? 'bad' : 'sun'} className="mt-5">
          <p>{t(`closedNote.${store.status}`)}</p>
        </Notice>
      )}
      <div className="mt-6">
        <Tabs
          label={t('tabs.label')}
          value={tab}
          onChange={open}
          tabs={[
            { value: 'details', label: t('tabs.details'), content: <DetailsTab store={store} /> },
            { value: 'products', label: t('tabs.products'), content: <ProductsTab store={store} /> },
          ]}
        />
      </div>
    </>
  )
}

function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('store-details')
  if (isApiError(error, 'not_found')) {
    return (
      <EmptyState
        headingLevel="h1"
        icon={<Mark className="size-12" />}
        title={t('notFound.title')}
        action={<LinkButton to={paths.list()}>{t('back')}</LinkButton>}
      >
        {t('notFound.text')}
      </EmptyState>
    )
  }
  if (isApiError(error) && error.status === 403) {
    return (
      <EmptyState
        headingLevel="h1"
        title={t('forbidden.title')}
        action={<LinkButton to={paths.pricing()}>{t('forbidden.action')}</LinkButton>}
      >
        {error.message || t('forbidden.text')}
      </EmptyState>
    )
  }
  return (
    <>
      <BackLink />
      <ErrorState headingLevel="h1" title={t('failed')} error={error} onRetry={onRetry} />
    </>
  )
}

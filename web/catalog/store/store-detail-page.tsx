import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { getStoreDetails, type StoreDetails } from '#contracts/catalog/stores.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { CopyLink } from '#web/ui/copy-button.tsx'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { keepCurrentTabVisible } from '#web/lib/browser/elements.ts'
import { forgetStore, rememberStore } from '#web/lib/browser/recent-stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { oneStepFurther, readListReturn } from '#web/lib/navigation/return-state.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { TabCount } from '#web/ui/choices.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { DetailsTab } from './details-tab.tsx'
import { ProductsTab } from './products-tab.tsx'
import { StoreFigures } from './store-figures.tsx'
import { StoreHeader } from './store-header.tsx'
import { StoreLoaded, StoreSkeleton } from './store-loaded.tsx'
import { StoreSteps } from './store-steps.tsx'
import { TimelineTab, useTimeline } from './timeline-tab.tsx'

/** The same screen at `/list/:storeSlug` and at `/store/:id`, because the call accepts both. */
export function StoreDetailPage() {
  const { id, storeSlug } = useParams()
  const idOrSlug = storeSlug ?? id ?? ''
  return (
    <RequirePaid
      skeleton={
        <div className="page min-h-dvh py-4">
          <PageMeta page="store" noindex />
          <StoreSkeleton />
        </div>
      }
    >
      <StoreDetail idOrSlug={idOrSlug} />
    </RequirePaid>
  )
}

export { StoreDetailPage as Component }

export const loader = pageLoader(
  ['store-details', 'list', 'saved', 'bulk', 'leads', 'follows'],
  async ({ isServer, queryClient }, { params }) => {
    if (isServer) return
    await queryClient.prefetchQuery(
      q(getStoreDetails, { params: { id: params.storeSlug ?? params.id ?? '' } }),
    )
  },
)

function StoreDetail({ idOrSlug }: { idOrSlug: string }) {
  const { t } = useTranslation('store-details')
  const store = useQuery(q(getStoreDetails, { params: { id: idOrSlug } }))
  useRecentStore(idOrSlug, store.data, isApiError(store.error, 'not_found'))
  return (
    <>
      <PageMeta page="store" noindex {...(store.data && { title: store.data.name })} />
      <StoreBar idOrSlug={idOrSlug} domain={store.data?.shopifyWebsiteDomain} />
      <div key={idOrSlug} className="page min-h-dvh py-4">
        <StoreLoaded
          query={store}
          headingLevel="h1"
          back={<LinkButton to={paths.list()}>{t('back')}</LinkButton>}
        >
          {(data) => <Store store={data} />}
        </StoreLoaded>
      </div>
    </>
  )
}

/** The way back, and what one can do with the address and the shop. */
function StoreBar({ idOrSlug, domain }: { idOrSlug: string; domain: string | undefined }) {
  const { t } = useTranslation('store-details')
  return (
    <WorkBar
      actions={
        <>
          {domain && (
            <ExternalLink
              href={`https://${domain}`}
              className={buttonClass('quiet', 'sm', 'pointer-coarse:min-h-11')}
            >
              <span className="max-sm:sr-only">{t('openShop')}</span>
            </ExternalLink>
          )}
          <CopyLink />
        </>
      }
    >
      <BackLink />
      <StoreSteps slug={idOrSlug} />
    </WorkBar>
  )
}

function Store({ store }: { store: StoreDetails }) {
  const changes = useChangeCount(store.id)
  return (
    <>
      <StoreHeader store={store} headingLevel="h1" />
      <div className="mt-4">
        <StoreFigures store={store} />
      </div>
      <div className="mt-2">
        <Tabs
          tabs={[
            { value: 'details', content: <DetailsTab store={store} /> },
            {
              value: 'products',
              count: store.productCount,
              content: <ProductsTab store={store} />,
            },
            { value: 'timeline', count: changes, content: <TimelineTab store={store} /> },
          ]}
        />
      </div>
    </>
  )
}

/**
 * Back to the list in its previous state and scroll position. A real link, so that a middle click
 * works too.
 */
function BackLink() {
  const { t } = useTranslation('store-details')
  const back = readListReturn(useLocation().state)
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!back || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-back.stepsBack)
  }
  return (
    <Link
      to={(back?.isLeads ? paths.leads() : paths.list()) + (back?.listSearch ?? '')}
      onClick={goBack}
      className={buttonClass('quiet', 'sm', '-ms-3')}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {back?.listPage === undefined && !back?.isLeads ? (
        t('back')
      ) : (
        <span className="max-sm:sr-only">{t('back')}</span>
      )}
    </Link>
  )
}

const tabs = ['details', 'products', 'timeline'] as const

/**
 * The address holds the open tab. A change of tab adds a history entry, so the list is one more
 * step back.
 */
function useTab() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  return {
    tab: tabs.find((each) => each === params.get('tab')) ?? 'details',
    open(tab: string) {
      const next = withTab(params, tab)
      setParams(next, { state: oneStepFurther(readListReturn(state)), preventScrollReset: true })
    },
  }
}

/** Without what the tab that was open had chosen. */
export function withTab(params: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const own of ['page', 'kinds', 'tab']) next.delete(own)
  if (tab !== 'details') next.set('tab', tab)
  return next
}

type Tab = { value: (typeof tabs)[number]; count?: number | null; content: ReactNode }

/** Tabs following the APG pattern. */
function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { tab, open } = useTab()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => keepCurrentTabVisible(bar.current), [tab])
  return (
    <Radix.Root value={tab} onValueChange={open}>
      <Radix.List
        ref={bar}
        aria-label={t('tabs.label')}
        className="strip flex gap-6 border-b border-line max-sm:gap-4 max-sm:text-sm"
      >
        {tabs.map(({ value, count }) => (
          <Radix.Trigger
            key={value}
            value={value}
            className="-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-1 font-semibold whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-sun data-[state=active]:text-ink"
          >
            {t(`tabs.${value}`)}
            {count != null && (
              <TabCount className="max-[22.5rem]:hidden">{formats.number(count)}</TabCount>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ value, content }) => (
        <Radix.Content key={value} value={value} className="pt-4">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/** How many changes there are; null while that is not known, or when there are more pages. */
function useChangeCount(id: number): number | null {
  const { data, hasNextPage } = useTimeline(id, [])
  if (!data || hasNextPage) return null
  return data.pages.flatMap(({ days }) => days.flatMap(({ events }) => events)).length
}

/** Remembers the opened store for the command palette; forgets a store that no longer exists. */
function useRecentStore(slug: string, store: StoreDetails | undefined, isGone: boolean): void {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.id : null
  const [name, domain, known] = [store?.name, store?.shopifyWebsiteDomain, store?.slug]
  useEffect(() => {
    if (owner === null) return
    if (isGone) forgetStore(localStorage, owner, slug)
    else if (known !== undefined && name !== undefined && domain !== undefined)
      rememberStore(localStorage, owner, { slug: known, name, domain })
  }, [owner, isGone, slug, known, name, domain])
}

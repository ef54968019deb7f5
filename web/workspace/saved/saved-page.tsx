import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { listSavedProducts, listSavedStores } from '#contracts/workspace/saved.ts'
import { q, qKept } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { NARROW, useMedia } from '#web/lib/browser/media.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type AccessKind, AccessPanel } from '#web/ui/feedback/states.tsx'
import { TabCount, TabLinks } from '#web/ui/choices.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { FollowList } from '#web/workspace/follows/follow-list.tsx'
import { useFollows } from '#web/workspace/follows/follow-button.tsx'
import { Lists } from '#web/workspace/lists/lists.tsx'
import { ProductEntry, StoreEntry } from './entries.tsx'
import { savedQueryOf, useSavedAddress } from './saved-address.ts'
import { SavedList } from './saved-list.tsx'
import { SavedPageSkeleton } from './saved-states.tsx'

export function SavedPage() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/$/, '')
  const tab = tabs.find((tab) => tabPaths[tab] === path) ?? 'stores'
  return (
    <SavedAccess>
      <Saved tab={tab} />
    </SavedAccess>
  )
}

export { SavedPage as Component }

const tabs = ['stores', 'products', 'follows'] as const
type Tab = (typeof tabs)[number]
const tabPaths: Record<Tab, string> = {
  stores: paths.saved(),
  products: paths.savedProducts(),
  follows: paths.follows(),
}

export const loader = pageLoader(['saved', 'bulk', 'follows', 'list'])

/** Without access one stays at this address and sees how to get it. */
function SavedAccess({ children }: { children: ReactNode }) {
  const session = useSession()
  if (isPaid(session)) return children
  return (
    <>
      <PageMeta page="saved" noindex />
      {session.status === 'checking' ? (
        <SavedPageSkeleton />
      ) : (
        <div className="page min-h-dvh py-6">
          <Refusal kind={session.status === 'anonymous' ? 'signIn' : 'upgrade'} />
        </div>
      )}
    </>
  )
}

function Refusal({ kind }: { kind: AccessKind }) {
  const { t } = useTranslation('saved')
  return (
    <AccessPanel
      kind={kind}
      title={t(`access.${kind}.title`)}
      text={t(`access.${kind}.text`)}
      action={t(`access.${kind}.action`)}
      second={t(`access.${kind}.second`)}
    />
  )
}

/** Local storage: whether the user has collapsed the introduction, `1`, or opened it, `0`. */
const FOLDED_KEY = 'savedIntroFolded'
const SUBTITLE_ID = 'saved-subtitle'

function Saved({ tab }: { tab: Tab }) {
  const { t } = useTranslation('saved')
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED_KEY))
  const isNarrow = useMedia(NARROW)
  const isOpen = folded === null ? !isNarrow : folded !== '1'
  const fold = () => {
    const next = isOpen ? '1' : '0'
    localStorage.setItem(FOLDED_KEY, next)
    setFolded(next)
  }
  return (
    <>
      <PageMeta page="saved" noindex />
      <WorkBar>
        <h1 className="text-base max-sm:sr-only">{t('hero.title')}</h1>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={SUBTITLE_ID}
          aria-label={t('hero.about')}
          title={t('hero.about')}
          onClick={fold}
          className={buttonClass('quiet', 'icon', '-ms-2 text-muted')}
        >
          <ChevronDown
            className={cn('size-5 transition-transform duration-150', isOpen && 'rotate-180')}
            aria-hidden
          />
        </button>
        <SavedTabs current={tab} />
      </WorkBar>
      <div className="page min-h-dvh py-4 max-work:py-2">
        <p
          id={SUBTITLE_ID}
          hidden={!isOpen || tab === 'follows'}
          className="mb-4 max-w-[36rem] text-sm text-muted"
        >
          {t('hero.subtitle')}
        </p>
        {tab === 'stores' && <Lists />}
        <TabContent tab={tab} />
      </div>
    </>
  )
}

function TabContent({ tab }: { tab: Tab }) {
  switch (tab) {
    case 'stores':
      return <SavedStores />
    case 'products':
      return <SavedProducts />
    case 'follows':
      return <FollowList />
    default:
      return tab satisfies never
  }
}

/** Only the total is needed. */
const COUNTED = { query: { size: '1' } }

function SavedTabs({ current }: { current: Tab }) {
  const { t } = useTranslation('saved')
  const formats = useFormats()
  const stores = useQuery(q(listSavedStores, COUNTED))
  const products = useQuery(q(listSavedProducts, COUNTED))
  const follows = useFollows()
  const totals = {
    stores: stores.data?.totalElements,
    products: products.data?.totalElements,
    follows: follows.data?.follows.length,
  }
  return (
    <TabLinks
      label={t('tabs.label')}
      className="min-w-0 self-stretch max-sm:gap-x-3"
      tabs={tabs}
      current={current}
      hrefOf={(tab) => tabPaths[tab]}
    >
      {(tab) => (
        <>
          {t(`tabs.${tab}`)}
          <TabCount className="text-muted">
            {totals[tab] !== undefined && formats.number(totals[tab])}
          </TabCount>
        </>
      )}
    </TabLinks>
  )
}

function SavedStores() {
  const view = useSavedAddress('stores')
  const found = useQuery(qKept(listSavedStores, { query: savedQueryOf(view.address) }))
  return <SavedList view={view} found={found} Entry={StoreEntry} />
}

function SavedProducts() {
  const view = useSavedAddress('products')
  const found = useQuery(qKept(listSavedProducts, { query: savedQueryOf(view.address) }))
  return <SavedList view={view} found={found} Entry={ProductEntry} />
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { listSavedProducts, listSavedStores } from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type AccessKind, AccessPanel } from '#web/ui/feedback/access-panel.tsx'
import { ProductEntry } from './product-entry.tsx'
import { savedQueryOf, useSavedAddress } from './saved-address.ts'
import { SavedList } from './saved-list.tsx'
import { SavedPageSkeleton } from './saved-states.tsx'
import { StoreEntry } from './store-entry.tsx'

/** The account's saved items: stores at one address, products at the other. */
export function SavedPage() {
  const { pathname } = useLocation()
  const areProducts = pathname.replace(/\/$/, '') === paths.savedProducts()
  return (
    <SavedAccess>
      <div className="page page-wide min-h-dvh py-6 sm:py-8">
        <PageMeta page="saved" noindex />
        <SavedHero />
        <SavedTabs />
        {areProducts ? <SavedProducts /> : <SavedStores />}
      </div>
    </SavedAccess>
  )
}

export { SavedPage as Component }

export const loader = pageLoader(['saved'])

/**
 * Not behind the access guard: visitors without access stay at this address and see how to get
 * access.
 */
function SavedAccess({ children }: { children: ReactNode }) {
  const session = useSession()
  if (isPaid(session)) return children
  return (
    <div className="page page-wide min-h-dvh py-6 sm:py-8">
      <PageMeta page="saved" noindex />
      {session.status === 'checking' ? (
        <SavedPageSkeleton />
      ) : (
        <Refusal kind={session.status === 'anonymous' ? 'signIn' : 'upgrade'} />
      )}
    </div>
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

/** Local storage: remembers that the user has collapsed the introduction. */
const FOLDED_KEY = 'savedIntroFolded'
const SUBTITLE_ID = 'saved-subtitle'

/** The title, and a collapsible subtitle. */
function SavedHero() {
  const { t } = useTranslation('saved')
  const [isOpen, setOpen] = useState(() => localStorage.getItem(FOLDED_KEY) === null)
  const fold = () => {
    if (isOpen) localStorage.setItem(FOLDED_KEY, '1')
    else localStorage.removeItem(FOLDED_KEY)
    setOpen(!isOpen)
  }
  return (
    <header>
      <p className="eyebrow">{t('hero.eyebrow')}</p>
      <div className="mt-1 flex items-center gap-1">
        <h1 className="text-2xl">{t('hero.title')}</h1>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={SUBTITLE_ID}
          aria-label={t('hero.about')}
          title={t('hero.about')}
          onClick={fold}
          className={buttonClass('quiet', 'icon', 'text-muted')}
        >
          <ChevronDown
            className={cn('size-5 transition-transform duration-150', isOpen && 'rotate-180')}
            aria-hidden
          />
        </button>
      </div>
      <p id={SUBTITLE_ID} hidden={!isOpen} className="mt-1.5 max-w-[36rem] text-muted">
        {t('hero.subtitle')}
      </p>
    </header>
  )
}

/** Only the total is needed. */
const COUNTED = { query: { size: '1' } }

/** Both lists with their totals, as links, because each list has its own address. */
function SavedTabs() {
  const { t } = useTranslation('saved')
  const stores = useQuery(q(listSavedStores, COUNTED))
  const products = useQuery(q(listSavedProducts, COUNTED))
  return (
    <nav aria-label={t('tabs.label')} className="mt-5 flex gap-6 border-b border-line">
      <Tab to={paths.saved()} label={t('tabs.stores')} total={stores.data?.totalElements} />
      <Tab
        to={paths.savedProducts()}
        label={t('tabs.products')}
        total={products.data?.totalElements}
      />
    </nav>
  )
}

function Tab({ to, label, total }: { to: string; label: string; total: number | undefined }) {
  const formats = useFormats()
  const isCurrent = useLocation().pathname.replace(/\/$/, '') === to
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        '-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 px-1 font-semibold',
        isCurrent ? 'border-sun text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
      <span className="min-w-6 rounded-full bg-sunken px-2 text-center text-xs leading-5 text-muted">
        {total === undefined ? '\u00a0' : formats.number(total)}
      </span>
    </Link>
  )
}

function SavedStores() {
  const view = useSavedAddress('stores')
  const found = useQuery({
    ...q(listSavedStores, { query: savedQueryOf(view.address) }),
    placeholderData: keepPreviousData,
  })
  return <SavedList view={view} found={found} Entry={StoreEntry} />
}

function SavedProducts() {
  const view = useSavedAddress('products')
  const found = useQuery({
    ...q(listSavedProducts, { query: savedQueryOf(view.address) }),
    placeholderData: keepPreviousData,
  })
  return <SavedList view={view} found={found} Entry={ProductEntry} />
}

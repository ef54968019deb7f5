import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { getStoreDetails, type StoreDetails } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { NeighbourButton } from '#web/catalog/steps.tsx'
import { ContactCard } from '#web/catalog/store/contact-card.tsx'
import { LastChanges, LatestProducts } from '#web/catalog/store/latest.tsx'
import { LaunchSection } from '#web/catalog/store/launch-section.tsx'
import { Section, StorePageContext } from '#web/catalog/store/section.tsx'
import { StoreFigures } from '#web/catalog/store/store-figures.tsx'
import { StoreHeader } from '#web/catalog/store/store-header.tsx'
import { StoreLoaded } from '#web/catalog/store/store-loaded.tsx'
import { usePrefetched } from '#web/catalog/store/store-steps.tsx'
import { TYPED_INTO } from '#web/lib/browser/shortcuts.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import type { LookedList } from '#web/ui/store/use-peek.ts'
import { readPeekState, rowLinkOf, withPeek } from '#web/lib/navigation/peek-address.ts'

type Props = {
  id: number
  /** Of its row in the list; -1 when it is not among the rows. */
  at: number
  list: LookedList
}

/** A store beside the list: whom to write to, what it sells, what happened, why it counts as new. */
export function QuickLook({ id, at, list }: Props) {
  const { t } = useTranslation('list')
  const { rows, first, total, returnOf } = list
  // Under the key by which its row was prefetched, and its page will ask.
  const slug = rows[at]?.slug ?? String(id)
  const store = useQuery(q(getStoreDetails, { params: { id: slug } }))
  usePrefetched(rows[at + 1]?.slug)
  const { search } = useLocation()
  const { close, stepTo } = usePeekSteps(slug)
  const page = useMemo(
    () => ({
      to: paths.listStore(slug),
      state: returnOf(search, Math.max(at, 0)),
    }),
    [slug, search, returnOf, at],
  )
  const navigate = useNavigate()
  const panel = usePanelKeys(() => void navigate(page.to, { state: page.state }), close)
  return (
    <StorePageContext value={page}>
      <div
        ref={panel}
        tabIndex={-1}
        role="group"
        aria-label={store.data?.name ?? rows[at]?.name}
        className="focus-visible:-outline-offset-2"
      >
        <Bar
          place={at === -1 ? null : { at: first + at + 1, total }}
          previous={rows[at - 1]}
          next={at === -1 ? undefined : rows[at + 1]}
          page={page}
          stepTo={stepTo}
          onClose={close}
        />
        <div className="grid grid-cols-1 gap-3 p-4">
          <StoreLoaded
            query={store}
            headingLevel="h2"
            back={<Button onClick={close}>{t('quickLook.close')}</Button>}
          >
            {(data) => <Look key={data.id} store={data} />}
          </StoreLoaded>
        </div>
      </div>
    </StorePageContext>
  )
}

/** The sections of its page that tell whether the store matters. */
function Look({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('list')
  return (
    <div className="@container grid grid-cols-1 gap-3">
      <StoreHeader store={store} headingLevel="h2" />
      <ContactCard store={store} />
      <StoreFigures store={store} />
      <LatestProducts store={store} />
      <LastChanges store={store} />
      <Section name="launch">
        <LaunchSection store={store} />
      </Section>
      <p className="text-xs text-muted">{t('quickLook.counts')}</p>
    </div>
  )
}

type BarProps = {
  place: { at: number; total: number | null } | null
  previous: LookedList['rows'][number] | undefined
  next: LookedList['rows'][number] | undefined
  page: { to: string; state: unknown }
  stepTo: (id: number) => void
  onClose: () => void
}

function Bar({ place, previous, next, page, stepTo, onClose }: BarProps) {
  const { t } = useTranslation(['list', 'components'])
  const formats = useFormats()
  const button = (step: -1 | 1, store: BarProps['next']) => (
    <NeighbourButton step={step} name={store?.name} onStep={() => store && stepTo(store.id)} />
  )
  return (
    <div className="sticky top-0 z-20 flex items-center gap-1 border-b border-line bg-canvas py-1 ps-2 pe-1">
      {place && (
        <nav aria-label={t('components:steps.label')} className="flex items-center">
          {button(-1, previous)}
          <p role="status" className="text-xs whitespace-nowrap text-muted tabular-nums">
            {t('components:steps.at', {
              at: formats.number(place.at),
              total: place.total === null ? '…' : formats.number(place.total),
            })}
          </p>
          {button(1, next)}
        </nav>
      )}
      <Link {...page} className={buttonClass('quiet', 'sm', 'ms-auto')} aria-keyshortcuts="Enter">
        {t('list:quickLook.open')}
      </Link>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('list:quickLook.close')}
        title={`${t('list:quickLook.close')} (Esc)`}
        aria-keyshortcuts="Escape"
        onClick={onClose}
      >
        <X className="size-4.5" aria-hidden />
      </Button>
    </div>
  )
}

/** Back also closes a look that was opened from a row; then the focus is in the row again. */
function usePeekSteps(slug: string) {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const go = (id: number | null) =>
    void navigate(
      { search: withPeek(search, id) },
      { replace: true, state, preventScrollReset: true },
    )
  const close = () => {
    rowLinkOf(slug)?.focus({ preventScroll: true })
    if (readPeekState(state)) void navigate(-1)
    else go(null)
  }
  return { close, stepTo: go }
}

/** What Esc closes first. */
const OVER_IT = '[role=dialog], [role=alertdialog], [role=menu], :popover-open'
/** A closed popover stays in the document, with its role. */
const isCovered = () =>
  [...document.querySelectorAll(OVER_IT)].some((over) => over.checkVisibility())

/**
 * Esc closes the look; Enter opens the page where nothing in it has the focus. Keys that opened the
 * look take the focus along; a pointer leaves it where it is.
 */
function usePanelKeys(open: () => void, close: () => void) {
  const panel = useRef<HTMLDivElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.isComposing || isCovered()) return
    if (key === 'Enter' && target === panel.current) open()
    else if (key === 'Escape' && target instanceof Element && !target.closest(TYPED_INTO)) close()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    // Before the ticked rows, which Esc clears when no look is open.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  const isByKeys = readPeekState(useLocation().state)?.peek === 'keys'
  useEffect(() => {
    if (isByKeys) panel.current?.focus({ preventScroll: true })
  }, [isByKeys])
  return panel
}

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listFacets } from '#contracts/catalog/stores.ts'
import type { ChangeKind } from '#contracts/catalog/timeline.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { q } from '#web/api/query.ts'
import { KindChoices, useKindsText, withKinds } from '#web/catalog/store/timeline-filter.tsx'
import { cn } from '#web/lib/cn.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { NARROW, useMedia } from '#web/lib/browser/media.ts'
import { SEARCH_PARAM } from '#web/lib/navigation/search-path.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { FeedButton, useSearches } from '#web/workspace/api.ts'

type Props = { scope: Scope; kinds: readonly ChangeKind[]; filters: Filters }

/** Which stores and which changes, and the feed of those stores. */
export function ChangesBar({ scope, kinds, filters }: Props) {
  const { t } = useTranslation('changes')
  const { data } = useSearches()
  const chosen =
    typeof scope === 'string' ? undefined : data?.searches.find(({ id }) => id === scope.search)
  const isNarrow = useMedia(NARROW)
  const selects = isNarrowed(scope) && <FilterSelects filters={filters} />
  return (
    <WorkBar actions={<ScopeFeed scope={scope} chosen={chosen} />}>
      <h1 className="text-base max-work:sr-only">{t('title')}</h1>
      <div className="flex min-w-0 flex-1 gap-2 p-1 work:overflow-x-auto print:hidden [&_select]:min-h-9 [&_select]:text-sm pointer-coarse:[&_select]:min-h-11">
        <ScopeSelect scope={scope} searches={data?.searches} />
        <KindsButton kinds={kinds} filters={filters}>
          {isNarrow && selects}
        </KindsButton>
        {/* Hidden by CSS, because the server does not know the width. */}
        <div className="contents max-work:hidden">{selects}</div>
      </div>
    </WorkBar>
  )
}

type ScopeProps = { scope: Scope; searches: readonly SavedSearch[] | undefined }

function ScopeSelect({ scope, searches }: ScopeProps) {
  const { t } = useTranslation('changes')
  const [params, setParams] = useSearchParams()
  const choose = (value: string) => {
    const own = value === 'all' ? value : OWN_SCOPES.find((each) => each === value)
    setParams(withScope(params, own ?? { search: value }), { preventScrollReset: true })
  }
  const isGone = typeof scope !== 'string' && !searches?.some(({ id }) => id === scope.search)
  return (
    <Select
      aria-label={t('scope.label')}
      value={typeof scope === 'string' ? scope : scope.search}
      onChange={(event) => choose(event.target.value)}
      className="max-w-60 min-w-0 work:shrink-0"
    >
      <option value="all">{t('scope.all')}</option>
      <option value="followed">{t('scope.followed')}</option>
      <option value="saved">{t('savedStores')}</option>
      {searches && searches.length > 0 && (
        <optgroup label={t('scope.searches')}>
          {searches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {isGone && <option value={scope.search}>{searches ? t('gone.title') : '…'}</option>}
    </Select>
  )
}

type KindsProps = Pick<Props, 'kinds' | 'filters'> & { children: ReactNode }

/** `children`: the other filters, where the bar has no room for them. */
function KindsButton({ kinds, filters, children }: KindsProps) {
  const { t } = useTranslation('store-details')
  const [params, setParams] = useSearchParams()
  const text = useKindsText(kinds)
  const isChosen = kinds.length > 0 || Object.keys(filters).length > 0
  return (
    <Popover
      label={t('timeline.filter')}
      className="w-[min(64rem,calc(100vw-1.5rem))] p-4"
      button={{
        className: buttonClass(
          'secondary',
          'sm',
          cn(
            'shrink-0 font-normal! whitespace-nowrap',
            isChosen && 'max-work:border-ink max-work:bg-sunken',
          ),
        ),
        children: (
          <>
            <SlidersHorizontal className="size-4.5 work:hidden" aria-hidden />
            <span className="max-work:sr-only">{text}</span>
            <ChevronDown className="size-4 text-muted max-work:hidden" aria-hidden />
          </>
        ),
      }}
    >
      {children && <div className="mb-4 flex flex-wrap gap-2">{children}</div>}
      <KindChoices
        kinds={kinds}
        choose={(chosen) =>
          setParams(withKinds(params, chosen), { replace: true, preventScrollReset: true })
        }
      />
    </Popover>
  )
}

/** The most frequent values, and the chosen one. */
function FilterSelects({ filters }: Pick<Props, 'filters'>) {
  const { t } = useTranslation('changes')
  const labels = useFilterLabels()
  const [params, setParams] = useSearchParams()
  const query = { launchStatus: 'all' as const, groups: FILTERS.join(), ...filters }
  const { data } = useQuery(q(listFacets, { query }))
  return FILTERS.map((key) => {
    const chosen = filters[key] ?? ''
    const options = data?.facets.find((facet) => facet.key === key)?.options ?? []
    const isListed = chosen === '' || options.some(({ value }) => value === chosen)
    return (
      <Select
        key={key}
        aria-label={labels.name(key)}
        value={chosen}
        onChange={({ target: { value } }) => {
          const next = new URLSearchParams(params)
          if (value) next.set(key, value)
          else next.delete(key)
          setParams(next, { preventScrollReset: true })
        }}
        className="max-w-48 shrink-0"
      >
        <option value="">{t(`any.${key}`)}</option>
        {!isListed && <option value={chosen}>{labels.value(key, chosen)}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {labels.value(key, value, label)}
          </option>
        ))}
      </Select>
    )
  })
}

type FeedProps = { scope: Scope; chosen: SavedSearch | undefined }

/** All stores have no feed: it would hold more than any reader can show. */
function ScopeFeed({ scope, chosen }: FeedProps) {
  const { t } = useTranslation('list')
  const label = <span className="max-work:sr-only">{t('searches.feed')}</span>
  const look = { label, size: 'sm', variant: 'quiet' } as const
  if (scope === 'saved') return <FeedButton key="saved" {...look} />
  return chosen && <FeedButton key={chosen.id} search={chosen} {...look} />
}

/**
 * The stores whose changes are listed: all, the saved ones, what the account follows, or those of a
 * saved search by its id.
 */
export type Scope = 'all' | 'saved' | 'followed' | { search: string }

const OWN_SCOPES = ['saved', 'followed'] as const

export function readScope(params: URLSearchParams): Scope {
  const search = params.get(SEARCH_PARAM)
  if (search) return { search }
  return OWN_SCOPES.find((scope) => params.get(scope) === 'yes') ?? 'all'
}

/** A saved search has its own filters, and followed products belong to any store. */
const isNarrowed = (scope: Scope): boolean => scope === 'all' || scope === 'saved'

/** Keeps the kinds, and the filters where the scope sets none. */
export function withScope(params: URLSearchParams, scope: Scope): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(SEARCH_PARAM)
  for (const own of OWN_SCOPES) next.delete(own)
  if (typeof scope !== 'string') next.set(SEARCH_PARAM, scope.search)
  else if (scope !== 'all') next.set(scope, 'yes')
  if (!isNarrowed(scope)) for (const key of FILTERS) next.delete(key)
  return next
}

const FILTERS = ['country', 'theme'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export const readFilters = (params: URLSearchParams): Filters =>
  !isNarrowed(readScope(params))
    ? {}
    : Object.fromEntries(
        FILTERS.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])),
      )

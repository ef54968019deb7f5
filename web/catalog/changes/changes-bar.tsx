import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ChangeKind } from '#contracts/catalog/timeline.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { q } from '#web/api/query.ts'
import { KindChoices, useKindsText, withKinds } from '#web/catalog/store/timeline-filter.tsx'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { FeedButton } from '#web/workspace/api.ts'
import { FILTERS, type Filters, isNarrowed, type Scope, withScope } from './changes-address.ts'

type Props = { scope: Scope; kinds: readonly ChangeKind[]; filters: Filters }

/** Which stores and which changes, and the feed of those stores. */
export function ChangesBar({ scope, kinds, filters }: Props) {
  const { t } = useTranslation('changes')
  const { data } = useQuery(q(listSavedSearches, {}))
  const chosen =
    typeof scope === 'string' ? undefined : data?.searches.find(({ id }) => id === scope.search)
  return (
    <WorkBar title={t('title')} actions={<ScopeFeed scope={scope} chosen={chosen} />}>
      <div className="flex min-w-0 flex-1 gap-2 overflow-x-auto p-1 print:hidden [&_select]:min-h-9 [&_select]:text-sm pointer-coarse:[&_select]:min-h-11">
        <ScopeSelect scope={scope} searches={data?.searches} />
        <KindsButton kinds={kinds} />
        {isNarrowed(scope) && <FilterSelects filters={filters} />}
      </div>
    </WorkBar>
  )
}

const own = ['all', 'saved', 'followed'] as const

type ScopeProps = { scope: Scope; searches: readonly SavedSearch[] | undefined }

function ScopeSelect({ scope, searches }: ScopeProps) {
  const { t } = useTranslation('changes')
  const [params, setParams] = useSearchParams()
  const choose = (value: string) =>
    setParams(withScope(params, own.find((scope) => scope === value) ?? { search: value }), {
      preventScrollReset: true,
    })
  const isGone = typeof scope !== 'string' && !searches?.some(({ id }) => id === scope.search)
  return (
    <Select
      aria-label={t('scope.label')}
      value={typeof scope === 'string' ? scope : scope.search}
      onChange={(event) => choose(event.target.value)}
      className="max-w-60 shrink-0"
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

function KindsButton({ kinds }: Pick<Props, 'kinds'>) {
  const { t } = useTranslation('store-details')
  const [params, setParams] = useSearchParams()
  const text = useKindsText()(kinds)
  return (
    <Popover.Root>
      <Popover.Trigger
        className={buttonClass('secondary', 'sm', 'shrink-0 font-normal! whitespace-nowrap')}
      >
        {text}
        <ChevronDown className="size-4 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t('timeline.filter')}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="pop-in z-50 max-h-(--radix-popover-content-available-height) w-[min(64rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line bg-raised p-4 shadow-float focus:outline-none"
        >
          <KindChoices
            kinds={kinds}
            choose={(chosen) =>
              setParams(withKinds(params, chosen), { replace: true, preventScrollReset: true })
            }
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
  const look = { label: t('searches.feed'), size: 'sm', variant: 'quiet' } as const
  if (scope === 'saved') return <FeedButton key="saved" {...look} />
  return chosen && <FeedButton key={chosen.id} search={chosen} {...look} />
}

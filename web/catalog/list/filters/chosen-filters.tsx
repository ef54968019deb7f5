import { X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FilterChoice, type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { entriesOf, isFixed, type ListAddress } from '#web/catalog/list/list-address.ts'
import type { ChangeFilter, ChangeList } from '#web/catalog/list/list-change.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { type ListFacets, useCounts } from './facet-counts.tsx'

type Props = { address: ListAddress; change: ChangeList; changeFilter: ChangeFilter }

const FEW = 3

/**
 * The chosen filters, each removable. A filter that leaves out stores only because their value is
 * unknown also offers to include them.
 */
export const ChosenFilters = memo(function ChosenFilters({ address, change, changeFilter }: Props) {
  const { t } = useTranslation('list')
  const counts = useCounts()
  const chosen = entriesOf(address.filters).filter(([key]) => !isFixed(address.view, key))
  if (chosen.length === 0) return null
  return (
    <div
      role="group"
      aria-label={t('chosen.label')}
      className="flex max-w-full flex-wrap items-center gap-2"
    >
      {chosen.map(([key, choice]) => (
        <Chip
          key={key}
          filterKey={key}
          choice={choice}
          counts={counts}
          changeFilter={changeFilter}
        />
      ))}
      {chosen.length > 1 && (
        <button
          type="button"
          onClick={() => change({ clear: true })}
          className="link min-h-9 px-1 text-sm pointer-coarse:min-h-11"
        >
          {t('chosen.clear')}
        </button>
      )}
    </div>
  )
})

type ChipProps = {
  filterKey: FilterKey
  choice: FilterChoice
  counts: ListFacets
  changeFilter: ChangeFilter
}

function Chip({ filterKey, choice, counts, changeFilter }: ChipProps) {
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const name = words.name(filterKey)
  const parts = words.parts(filterKey, choice, counts.facets[filterKey])
  const rest = parts.length - FEW
  const text = `${name}${words.colon}${parts.slice(0, FEW).join(', ')}`
  const shown = rest > 0 ? `${text} ${t('chosen.andMore', { count: rest })}` : text
  return (
    <span className="inline-flex max-w-full items-stretch overflow-hidden rounded-md border border-control bg-surface text-sm">
      <span
        className="min-w-0 truncate py-1.5 ps-2.5 pe-1"
        title={`${name}${words.colon}${parts.join(', ')}`}
      >
        {shown}
      </span>
      <button
        type="button"
        aria-label={t('chosen.remove', { filter: shown })}
        title={t('chosen.remove', { filter: shown })}
        onClick={() => changeFilter(filterKey, () => NO_CHOICE)}
        className="grid w-8 shrink-0 place-items-center text-muted hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 pointer-coarse:w-11"
      >
        <X className="size-4" aria-hidden />
      </button>
      <LetIn filterKey={filterKey} choice={choice} counts={counts} changeFilter={changeFilter} />
    </span>
  )
}

/** Includes the stores whose value is unknown, in one press. */
function LetIn({ filterKey, choice, counts, changeFilter }: ChipProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterLabels()
  const count = unknownLeftOut(choice, counts.facets[filterKey])
  if (count === 0) return null
  const total = formats.number(count)
  return (
    <button
      type="button"
      aria-label={t('chosen.letInHint', { count, total, filter: words.name(filterKey) })}
      title={t('chosen.letInHint', { count, total, filter: words.name(filterKey) })}
      onClick={() => changeFilter(filterKey, (current) => ({ ...current, unknown: true }))}
      className="shrink-0 border-s border-line px-2.5 font-semibold text-link hover:bg-sunken focus-visible:-outline-offset-2"
    >
      {counts.hasCounts ? t('chosen.letIn', { total }) : t('chosen.letInBare')}
    </button>
  )
}

/** Number of stores left out only because their value is unknown. */
export const unknownLeftOut = (choice: FilterChoice, facet: Facet | undefined): number =>
  choice.unknown || !facet ? 0 : facet.unknown

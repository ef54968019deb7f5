import { X } from 'lucide-react'
import { Fragment, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FilterChoice,
  type FilterKey,
  NO_CHOICE,
  storeFilters,
  writeChoice,
} from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { chosenOf, type ListAddress } from '#web/catalog/list/list-address.ts'
import type { ChangeFilter, ChangeList } from '#web/catalog/list/list-change.ts'
import { cn } from '#web/lib/cn.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { type ListFacets, useCounts } from './facet-counts.tsx'

type Props = { address: ListAddress; change: ChangeList; changeFilter: ChangeFilter }

/** Of more chosen values the latest stay in view; the others unfold. */
const SHOWN_CHIPS = 12

/**
 * What is chosen, with its sign, each removable. A filter that leaves out stores only because their
 * value is unknown also offers to include them.
 */
export const ChosenFilters = memo(function ChosenFilters({ address, change, changeFilter }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const counts = useCounts()
  const [isLong, setLong] = useState(false)
  const chosen = chosenOf(address)
  if (chosen.length === 0) return null
  const parts = chosen.flatMap(([filterKey, choice]) =>
    partsOf(choice).map((part, at, all) => ({
      id: `${filterKey}=${writeChoice(part)}`,
      chip: { filterKey, choice, counts, changeFilter },
      part,
      isLast: at === all.length - 1,
    })),
  )
  const hidden = Math.max(0, parts.length - SHOWN_CHIPS)
  return (
    <div
      role="group"
      aria-label={t('chosen.label')}
      className="flex flex-wrap items-center gap-1.5 py-3"
    >
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
          className="link min-h-7 px-1 pointer-coarse:min-h-11"
        >
          {isLong ? t('filters.less') : t('filters.more', formats.counted(hidden))}
        </button>
      )}
      {parts.slice(isLong ? 0 : hidden).map(({ id, chip, part, isLast }) => (
        <Fragment key={id}>
          <Chip {...chip} part={part} />
          {isLast && <LetIn {...chip} />}
        </Fragment>
      ))}
      <button
        type="button"
        onClick={() => change({ clear: true })}
        className="link min-h-7 px-1 pointer-coarse:min-h-11"
      >
        {t('chosen.clear')}
      </button>
    </div>
  )
})

/** One choice for each chosen value; unknown values count as one of those included. */
const partsOf = ({ include, exclude, unknown }: FilterChoice): FilterChoice[] => [
  ...include.map((value) => ({ ...NO_CHOICE, include: [value] })),
  ...exclude.map((value) => ({ ...NO_CHOICE, exclude: [value] })),
  ...(unknown ? [{ ...NO_CHOICE, unknown }] : []),
]

/** Without its last value a filter no longer applies: unknown stores came only with values. */
function without(choice: FilterChoice, part: FilterChoice): FilterChoice {
  const rest = (of: 'include' | 'exclude') =>
    choice[of].filter((value) => !part[of].includes(value))
  const [include, exclude] = [rest('include'), rest('exclude')]
  const isEmpty = include.length === 0 && exclude.length === 0
  return isEmpty ? NO_CHOICE : { include, exclude, unknown: choice.unknown && !part.unknown }
}

type LetInProps = {
  filterKey: FilterKey
  choice: FilterChoice
  counts: ListFacets
  changeFilter: ChangeFilter
}

function Chip({ filterKey, part, counts, changeFilter }: LetInProps & { part: FilterChoice }) {
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const text = words.parts(filterKey, part, counts.facets[filterKey]).join(', ')
  const { kind } = storeFilters[filterKey]
  // A value of a list speaks for itself; `Yes` or `10 – 49` needs the name of its filter.
  const isClear = kind === 'text' || (kind === 'options' && !part.unknown)
  const whole = `${words.name(filterKey)}${words.colon}${text}`
  const remove = t('chosen.remove', { filter: whole })
  return (
    <button
      type="button"
      aria-label={remove}
      title={remove}
      onClick={() => changeFilter(filterKey, (current) => without(current, part))}
      className={cn(
        'inline-flex min-h-6.5 max-w-full items-center gap-1.5 rounded-md border border-control bg-surface ps-2 pe-1.5 font-semibold hover:border-ink pointer-coarse:min-h-11',
        part.exclude.length > 0 && 'text-bad',
      )}
    >
      <span className="min-w-0 truncate">{isClear ? text : whole}</span>
      <X className="size-3.5 shrink-0 text-muted" aria-hidden />
    </button>
  )
}

function LetIn({ filterKey, choice, counts, changeFilter }: LetInProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterLabels()
  const count = unknownLeftOut(choice, counts.facets[filterKey])
  if (count === 0) return null
  const total = formats.number(count)
  const hint = t('chosen.letInHint', { count, total, filter: words.name(filterKey) })
  return (
    <button
      type="button"
      aria-label={hint}
      title={hint}
      onClick={() => changeFilter(filterKey, (current) => ({ ...current, unknown: true }))}
      className="min-h-6.5 rounded-md px-1.5 font-semibold text-link hover:bg-sunken pointer-coarse:min-h-11"
    >
      {counts.hasCounts ? t('chosen.letIn', { total }) : t('chosen.letInBare')}
    </button>
  )
}

/** Number of stores left out only because their value is unknown. */
export const unknownLeftOut = (choice: FilterChoice, facet: Facet | undefined): number =>
  choice.unknown || !facet ? 0 : facet.unknown

import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import {
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  isChosen,
  NO_CHOICE,
  readChoice,
  storeFilters,
  writeChoice,
} from '#contracts/catalog/store-filters.ts'
import type { ListAddress } from '#web/catalog/list/list-address.ts'
import type { ChangeFilter } from '#web/catalog/list/list-change.ts'
import { cn } from '#web/lib/cn.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import type { ListFacets } from './facet-counts.tsx'
import { OptionList, type OptionListProps } from './option-list.tsx'
import { DaysFilter, RangeFields } from './range-filter.tsx'
import { filtersOf, type GroupId, type OpenGroups, type PanelSection } from './use-open-groups.ts'
import { YesNoFilter } from './yes-no-filter.tsx'

type Props = {
  section: PanelSection
  address: ListAddress
  counts: ListFacets
  open: OpenGroups
  today: Day
  onChange: ChangeFilter
}

export const FilterSection = memo(function FilterSection(props: Props) {
  const { section, address, counts, open, today, onChange } = props
  const { t } = useTranslation('list')
  const keys = filtersOf(section, address.view)
  const groups = keys.map((key) => (
    <FilterGroup
      key={key}
      filterKey={key}
      kind={section === 'first' ? 'section' : 'group'}
      choiceText={choiceTextOf(props, key)}
      facet={counts.facets[key]}
      hasCounts={counts.hasCounts}
      hasFailed={counts.hasFailed}
      isOpen={open.isOpen(key)}
      today={today}
      onToggle={open.toggle}
      onChange={onChange}
    />
  ))
  if (section === 'first') return <div className="divide-y divide-line px-0! *:px-3">{groups}</div>
  const id = `section-${section}` as const
  return (
    <Disclosure
      kind="section"
      title={t(`sections.${section}`)}
      aside={<ChosenCount count={keys.filter((key) => isChosen(address.filters[key])).length} />}
      isOpen={open.isOpen(id)}
      onToggle={() => open.toggle(id)}
    >
      {groups}
    </Disclosure>
  )
}, isSame)

/** A press changes one filter, so the sections without that filter need not re-render. */
function isSame(before: Props, after: Props): boolean {
  const { address, counts, ...rest } = before
  const others = Object.keys(rest) as (keyof typeof rest)[]
  return (
    others.every((name) => before[name] === after[name]) &&
    address.view === after.address.view &&
    counts.hasCounts === after.counts.hasCounts &&
    counts.hasFailed === after.counts.hasFailed &&
    filtersOf(before.section, address.view).every(
      (key) =>
        counts.facets[key] === after.counts.facets[key] &&
        choiceTextOf(before, key) === choiceTextOf(after, key),
    )
  )
}

function choiceTextOf({ address }: Props, key: FilterKey): string {
  const choice = address.filters[key]
  return choice ? writeChoice(choice) : ''
}

type FilterGroupProps = Omit<OptionListProps, 'choice'> & {
  /**
   * The filter's choice as written in the address. It is text, so that an unchanged filter does not
   * re-render.
   */
  choiceText: string
  kind: 'section' | 'group'
  isOpen: boolean
  today: Day
  onToggle: (id: GroupId) => void
}

const FilterGroup = memo(function FilterGroup(props: FilterGroupProps) {
  const { filterKey, kind, choiceText, isOpen, onToggle } = props
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const rule: FilterRule = storeFilters[filterKey]
  const choice = useMemo(
    () => readChoice(filterKey, choiceText) ?? NO_CHOICE,
    [filterKey, choiceText],
  )
  return (
    <div data-filter={filterKey}>
      {rule.kind === 'yesNo' ? (
        <YesNoFilter {...props} choice={choice} />
      ) : (
        <Disclosure
          kind={kind}
          title={words.name(filterKey)}
          aside={<ChosenCount count={chosenIn(choice)} />}
          isOpen={isOpen}
          onToggle={() => onToggle(filterKey)}
        >
          <p className="pb-1 text-muted">{t(`filter.${filterKey}.help`)}</p>
          <Controls {...props} choice={choice} />
        </Disclosure>
      )}
    </div>
  )
})

const chosenIn = ({ include, exclude, unknown }: FilterChoice): number =>
  include.length + exclude.length + (unknown ? 1 : 0)

function Controls({ today, ...props }: FilterGroupProps & { choice: FilterChoice }) {
  const { filterKey, choice, onChange } = props
  const { kind }: FilterRule = storeFilters[filterKey]
  const filter = { filterKey, choice, onChange }
  return (
    <>
      {kind === 'days' && <DaysFilter {...filter} today={today} />}
      <OptionList {...props} />
      {kind === 'range' && <RangeFields {...filter} />}
    </>
  )
}

type DisclosureProps = {
  title: ReactNode
  /** Summary of the content, such as the number of choices; visible when collapsed too. */
  aside?: ReactNode
  isOpen: boolean
  onToggle: () => void
  kind: 'section' | 'group'
  children: ReactNode
}

function Disclosure({ title, aside, isOpen, onToggle, kind, children }: DisclosureProps) {
  const id = useId()
  const Heading = kind === 'section' ? 'h3' : 'h4'
  return (
    <div>
      <Heading className="flex tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className={cn(
            '-ms-1.5 -me-1.5 flex w-[calc(100%+0.75rem)] items-center gap-2 rounded-md px-1.5 text-start hover:bg-sunken pointer-coarse:min-h-11',
            kind === 'section' ? 'min-h-8.5 font-semibold' : 'min-h-8',
          )}
        >
          {/* Content that does not fit beside the title wraps below it. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
            <span className="min-w-0">{title}</span>
            {aside}
          </span>
          <ChevronDown
            className={cn(
              'size-4 shrink-0 text-muted transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
            aria-hidden
          />
        </button>
      </Heading>
      {isOpen && (
        <div id={id} className="pb-2">
          {children}
        </div>
      )}
    </div>
  )
}

export function ChosenCount({ count }: { count: number }) {
  const { t } = useTranslation('list')
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-full bg-action px-1.5 text-center text-xs font-semibold text-on-action">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('filters.chosenCount', { count })}</span>
    </span>
  )
}

import { memo, useMemo } from 'react'
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
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { ChosenCount, Disclosure } from './disclosure.tsx'
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

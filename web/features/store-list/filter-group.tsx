import { memo, useMemo } from 'react'
import {
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  readChoice,
  NO_CHOICE,
  storeFilters,
} from '#contracts/store-filters.ts'
import type { Day } from '#contracts/dates.ts'
import type { Facet } from '#contracts/stores.ts'
import { ChosenCount } from './chosen-count.tsx'
import { DaysFilter } from './days-filter.tsx'
import { Disclosure } from './disclosure.tsx'
import { useFilterWords } from './filter-words.ts'
import { OptionList } from './option-list.tsx'
import { SpanFields } from './span-fields.tsx'
import type { GroupId } from './use-open-groups.ts'
import type { ChangeFilter } from './use-list-change.ts'
import { YesNoFilter } from './yes-no-filter.tsx'

type Props = {
  filterKey: FilterKey
  /** The filter's choice as written in the address. It is text, so that an unchanged filter does not re-render. */
  asked: string
  facet: Facet | undefined
  hasCounts: boolean
  /** There are no counts, and no call for them is running. */
  hasFailed: boolean
  isOpen: boolean
  today: Day
  onToggle: (id: GroupId) => void
  onChange: ChangeFilter
}

/** One filter of the panel, rendered by its kind. */
export const FilterGroup = memo(function FilterGroup(props: Props) {
  const { filterKey, asked, facet, hasCounts, isOpen, onToggle, onChange } = props
  const words = useFilterWords()
  const rule: FilterRule = storeFilters[filterKey]
  const choice = useMemo(() => readChoice(filterKey, asked) ?? NO_CHOICE, [filterKey, asked])
  if (rule.kind === 'yesNo') {
    return (
      <YesNoFilter
        filterKey={filterKey}
        choice={choice}
        facet={facet}
        hasCounts={hasCounts}
        onChange={onChange}
      />
    )
  }
  return (
    <Disclosure
      kind="group"
      title={words.name(filterKey)}
      aside={<ChosenCount count={chosenIn(choice)} />}
      isOpen={isOpen}
      onToggle={() => onToggle(filterKey)}
    >
      <Controls {...props} choice={choice} />
    </Disclosure>
  )
})

const chosenIn = ({ include, exclude, unknown }: FilterChoice): number =>
  include.length + exclude.length + (unknown ? 1 : 0)

function Controls({
  filterKey,
  choice,
  facet,
  hasCounts,
  hasFailed,
  today,
  onChange,
}: Props & { choice: FilterChoice }) {
  const rule: FilterRule = storeFilters[filterKey]
  const list = (
    <OptionList
      filterKey={filterKey}
      choice={choice}
      facet={facet}
      hasCounts={hasCounts}
      hasFailed={hasFailed}
      onChange={onChange}
    />
  )
  if (rule.kind === 'range') {
    return (
      <>
        {list}
        <SpanFields filterKey={filterKey} choice={choice} onChange={onChange} />
      </>
    )
  }
  if (rule.kind === 'days') {
    return (
      <>
        <DaysFilter filterKey={filterKey} choice={choice} today={today} onChange={onChange} />
        {list}
      </>
    )
  }
  return list
}

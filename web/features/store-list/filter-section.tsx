import { memo } from 'react'
import type { FilterKey, FilterSection as Section } from '#contracts/store-filters.ts'
import { isChosen, writeChoice } from '#contracts/store-filters.ts'
import type { Day } from '#contracts/dates.ts'
import { useTranslation } from 'react-i18next'
import { ChosenCount } from './chosen-count.tsx'
import { Disclosure } from './disclosure.tsx'
import { FilterGroup } from './filter-group.tsx'
import type { ListAddress } from './list-address.ts'
import type { ListFacets } from './use-list-facets.ts'
import type { ChangeFilter } from './use-list-change.ts'
import { filtersOf, type GroupId, type OpenGroups } from './use-open-groups.ts'

type Props = {
  section: Section
  address: ListAddress
  counts: ListFacets
  open: OpenGroups
  today: Day
  onToggle: (id: GroupId) => void
  onChange: ChangeFilter
}

export const FilterSection = memo(function FilterSection(props: Props) {
  const { section, address, counts, open, today, onToggle, onChange } = props
  const { t } = useTranslation('list')
  const keys = filtersOf(section, address.view)
  const id = `section-${section}` as const
  return (
    <Disclosure
      kind="section"
      title={t(`sections.${section}`)}
      aside={<ChosenCount count={keys.filter((key) => isChosen(address.filters[key])).length} />}
      isOpen={open.isOpen(id)}
      onToggle={() => onToggle(id)}
    >
      {keys.map((key) => (
        <FilterGroup
          key={key}
          filterKey={key}
          asked={askedOf(props, key)}
          facet={counts.facets[key]}
          hasCounts={counts.hasCounts}
          hasFailed={counts.hasFailed}
          isOpen={open.isOpen(key)}
          today={today}
          onToggle={onToggle}
          onChange={onChange}
        />
      ))}
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
        counts.facets[key] === after.counts.facets[key] && askedOf(before, key) === askedOf(after, key),
    )
  )
}

function askedOf({ address }: Props, key: FilterKey): string {
  const choice = address.filters[key]
  return choice ? writeChoice(choice) : ''
}

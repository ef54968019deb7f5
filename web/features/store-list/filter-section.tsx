import type { FilterSection as Section } from '#contracts/store-filters.ts'
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

export function FilterSection({ section, address, counts, open, today, onToggle, onChange }: Props) {
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
      {keys.map((key) => {
        const choice = address.filters[key]
        return (
          <FilterGroup
            key={key}
            filterKey={key}
            asked={choice ? writeChoice(choice) : ''}
            facet={counts.facets[key]}
            hasCounts={counts.hasCounts}
            isOpen={open.isOpen(key)}
            today={today}
            onToggle={onToggle}
            onChange={onChange}
          />
        )
      })}
    </Disclosure>
  )
}

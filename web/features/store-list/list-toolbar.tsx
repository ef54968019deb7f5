import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_CHOICE } from '#contracts/store-filters.ts'
import { Select } from '#web/ui/select.tsx'
import { useAsked } from './asked-address.ts'
import { SearchField } from './search-field.tsx'
import { sortChoices, type SortChoice, sortNameOf, sortNames } from './sort-choices.ts'
import type { ChangeList } from './use-list-change.ts'

type Props = {
  change: ChangeList
  /** Opens the filters on screens without a panel. */
  filterButton: ReactNode
}

/** Search field and sort order. */
export function ListToolbar(props: Props) {
  const { filters, sort } = useAsked().address
  return <Controls {...props} words={filters.q?.include[0] ?? ''} sort={sortNameOf(sort)} />
}

type ControlsProps = Props & {
  /** The search text. */
  words: string
  sort: SortChoice
}

const Controls = memo(function Controls({ words, sort, change, filterButton }: ControlsProps) {
  const { t } = useTranslation('list')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 py-4">
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={words}
        onSearch={(text, isFirst) =>
          change(
            { filters: { q: text ? { include: [text], exclude: [], unknown: false } : NO_CHOICE } },
            { replace: !isFirst },
          )
        }
      />
      {filterButton}
      <Select
        className="min-w-0 max-sm:flex-1 max-sm:basis-48"
        aria-label={t('sort.label')}
        value={sort}
        onChange={(event) => {
          const name = sortNames.find((each) => each === event.target.value)
          if (name) change({ sort: sortChoices[name] })
        }}
      >
        {sortNames.map((name) => (
          <option key={name} value={name}>
            {t(`sort.${name}`)}
          </option>
        ))}
      </Select>
    </div>
  )
})

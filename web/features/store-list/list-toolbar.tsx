import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { NO_CHOICE } from '#contracts/store-filters.ts'
import { presets } from '#web/lib/date-selection.ts'
import { presetKeys } from '#web/ui/date-picker/date-presets.tsx'
import { Select } from '#web/ui/select.tsx'
import { ShortcutHelp } from '#web/ui/shortcut-help.tsx'
import type { ListAddress } from './list-address.ts'
import { SearchField } from './search-field.tsx'
import { sortChoices, sortNameOf, sortNames } from './sort-choices.ts'
import type { ChangeList } from './use-list-change.ts'

type Props = {
  address: ListAddress
  change: ChangeList
  /** What opens the filters where they have no place of their own. */
  filterButton: ReactNode
  /** What can be done with all that is listed. */
  actions: ReactNode
}

/** Words to look for, the order, and what can be done with the list. */
export function ListToolbar({ address, change, filterButton, actions }: Props) {
  const { t } = useTranslation('list')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 py-4">
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={address.filters.q?.include[0] ?? ''}
        onSearch={(text, isFirst) =>
          change(
            { filters: { q: text ? { include: [text], exclude: [], unknown: false } : NO_CHOICE } },
            { replace: !isFirst },
          )
        }
      />
      {filterButton}
      <Select
        className="min-w-0"
        aria-label={t('sort.label')}
        value={sortNameOf(address.sort)}
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
      {actions}
      <ListKeys />
    </div>
  )
}

/** The single keys of this page. */
export function ListKeys() {
  const { t } = useTranslation(['list', 'date-picker'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['j', 'k'], does: t('list:keys.move') },
        { keys: ['Enter'], does: t('list:keys.open') },
        { keys: ['s'], does: t('list:keys.save') },
        { keys: ['/'], does: t('list:keys.search') },
        { keys: ['x'], does: t('list:keys.exclude') },
        ...presets.map((preset) => ({
          keys: [presetKeys[preset]],
          does: t(`date-picker:presets.${preset}`),
        })),
      ]}
    />
  )
}

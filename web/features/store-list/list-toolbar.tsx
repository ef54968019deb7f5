import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { presets } from '#web/lib/date-selection.ts'
import { useFormats } from '#web/lib/format.ts'
import { presetKeys } from '#web/ui/date-picker/date-presets.tsx'
import { Select } from '#web/ui/select.tsx'
import { ShortcutHelp } from '#web/ui/shortcut-help.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import type { ListAddress, ListChange } from './list-address.ts'
import { sortChoices, sortNameOf, sortNames } from './sort-choices.ts'

type Props = {
  address: ListAddress
  change: (to: ListChange) => void
  /** Null while it is not known, or was refused. */
  total: number | null
  isLoading: boolean
  freshCount: number
  filterButton: ReactNode
}

/** How many, in which order; and what has just come in. */
export function ListToolbar({ address, change, total, isLoading, freshCount, filterButton }: Props) {
  const { t } = useTranslation(['list', 'date-picker'])
  const formats = useFormats()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-4">
      <p role="status" className="min-w-32 flex-1 text-lg font-semibold">
        {total !== null && t('list:total', { count: total, total: formats.number(total) })}
        {isLoading && <Bone className="h-6 w-28" />}
      </p>
      <p role="status" className="text-sm font-semibold text-sun-ink empty:hidden">
        {freshCount > 0 && t('list:fresh', { count: freshCount })}
      </p>
      {filterButton}
      <Select
        aria-label={t('list:sort.label')}
        value={sortNameOf(address.sort)}
        onChange={(event) => {
          const name = sortNames.find((each) => each === event.target.value)
          if (name) change({ sort: sortChoices[name] })
        }}
      >
        {sortNames.map((name) => (
          <option key={name} value={name}>
            {t(`list:sort.${name}`)}
          </option>
        ))}
      </Select>
      <ShortcutHelp
        lines={[
          { keys: ['j', 'k'], does: t('list:keys.move') },
          { keys: ['Enter'], does: t('list:keys.open') },
          ...presets.map((preset) => ({
            keys: [presetKeys[preset]],
            does: t(`date-picker:presets.${preset}`),
          })),
        ]}
      />
    </div>
  )
}

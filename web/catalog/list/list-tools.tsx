import { Columns3, Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '#web/lib/browser/media.ts'
import { presets } from '#web/lib/dates/date-selection.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { presetKeys } from '#web/ui/date-picker/periods.tsx'
import { Checkbox, Select } from '#web/ui/form/form-controls.tsx'
import { ShortcutHelp } from '#web/ui/work-bar.tsx'
import { ExportButton, SavedSearchesButton, SaveSearchButton } from '#web/workspace/api.ts'
import {
  entriesOf,
  filtersAs,
  isFixed,
  type ListAddress,
  listQueryOf,
  productListQueryOf,
  savedViewOf,
  withChange,
} from './list-address.ts'
import { type ChangeList, useRequestedAddress } from './list-change.ts'
import { ListSearch } from './list-search.tsx'
import { Popover } from './popover.tsx'
import { optionalColumns } from './rows/store-table.tsx'
import { sortChoices, sortNameOf, sortNames } from './sort-choices.ts'
import type { HiddenColumns } from './use-hidden-columns.ts'

const ROOM_FOR_TABLE = '(min-width: 56.25rem)'
const ROOM_FOR_SAVE = '(min-width: 85rem)'

type Props = {
  address: ListAddress
  /** The query string of the address, unchanged. */
  search: string
  /** Null while unknown. */
  total: number | null
  change: ChangeList
  hidden: HiddenColumns
}

/** What one can do with the list. What finds no room waits behind the last button. */
export function ListTools({ address, search, total, change, hidden }: Props) {
  const { t } = useTranslation('list')
  const hasRoom = useMedia(ROOM_FOR_TABLE)
  const hasSave = useMedia(ROOM_FOR_SAVE)
  const save = <SaveSearch address={address} query={search} />
  const file = <ListExport address={address} total={total} />
  const display = address.view !== 'products' && (
    <Display view={address.view} change={change} hidden={hidden} />
  )
  return (
    <>
      {hasRoom && <ListSearch isWide={false} change={change} />}
      {hasRoom && display && (
        <Popover
          label={t('display.title')}
          className="w-64"
          button={{ ...iconButton(t('display.title')), children: <Columns3 {...icon} /> }}
        >
          {display}
        </Popover>
      )}
      {hasSave && save}
      {hasRoom && file}
      <Popover
        label={t('more')}
        className="w-64"
        button={{ ...iconButton(t('more')), children: <Ellipsis {...icon} /> }}
      >
        {() => (
          <div className="grid justify-items-start gap-2">
            {!hasRoom && <ListSearch isWide change={change} />}
            {!hasRoom && display}
            {!hasSave && save}
            <SavedSearchesButton />
            {!hasRoom && file}
            <ListShortcuts />
          </div>
        )}
      </Popover>
    </>
  )
}

const icon = { className: 'size-4.5', 'aria-hidden': true } as const
const iconButton = (name: string) => ({
  'aria-label': name,
  title: name,
  className: buttonClass('quiet', 'icon', 'size-9!'),
})

type DisplayProps = Pick<Props, 'change' | 'hidden'> & {
  view: Exclude<ListAddress['view'], 'products'>
}

/** Order and columns. Phones have no columns. */
function Display({ view, change, hidden }: DisplayProps) {
  const { t } = useTranslation('list')
  const { sort } = useRequestedAddress().address
  return (
    <div className="grid w-full gap-3">
      <label className="grid gap-1 text-xs text-muted">
        {t('sort.label')}
        <Select
          value={sortNameOf(sort)}
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
      </label>
      <fieldset className="grid gap-1 max-work:hidden">
        <legend className="mb-1 text-xs text-muted">{t('display.columns')}</legend>
        {optionalColumns(view).map((name) => (
          <Checkbox
            key={name}
            label={t(`columns.${name}`)}
            checked={!hidden.has(name)}
            onChange={() => hidden.toggle(name)}
          />
        ))}
      </fieldset>
    </div>
  )
}

type SaveSearchProps = { address: ListAddress; query: string }

/**
 * Saves the current search. Available only with filters, because a search without any would match
 * everything.
 */
export function SaveSearch({ address, query }: SaveSearchProps) {
  // As the list reads it: if part of a filter is invalid, the rest applies and is saved.
  const view = savedViewOf(address.view)
  const asListed = withChange(new URLSearchParams(query), {
    view,
    filters: filtersAs(view, address),
    // The pre-launch view is saved as stores, whose default scope is narrower.
    ...(view !== address.view && { launchStatus: address.launchStatus }),
  })
  const isNarrowed = entriesOf(address.filters).some(([key]) => !isFixed(address.view, key))
  return isNarrowed || address.view === 'leads' || address.view === 'prelaunch' ? (
    <SaveSearchButton view={view} query={asListed.toString()} />
  ) : null
}

/** Exports the current list with its dates, filters and order. */
const ListExport = ({ address, total }: Pick<Props, 'address' | 'total'>) => (
  <ExportButton
    view={savedViewOf(address.view)}
    query={address.view === 'products' ? productListQueryOf(address) : listQueryOf(address)}
    total={total}
    size="sm"
  />
)

/** Single-key shortcuts of this page. */
const ListShortcuts = memo(function ListShortcuts() {
  const { t } = useTranslation(['list', 'date-picker'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['j', 'k'], effect: t('list:keys.move') },
        { keys: ['Enter'], effect: t('list:keys.open') },
        { keys: ['s'], effect: t('list:keys.save') },
        { keys: ['/'], effect: t('list:keys.search') },
        { keys: ['g'], effect: t('list:finder.label') },
        { keys: ['x'], effect: t('list:keys.exclude') },
        ...presets.map((preset) => ({
          keys: [presetKeys[preset]],
          effect: t(`date-picker:presets.${preset}`),
        })),
      ]}
    />
  )
})

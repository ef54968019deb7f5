import { Columns3, Ellipsis, ListChecks } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '#contracts/workspace/list-views.ts'
import { ROOM_FOR_TABLE, useMedia } from '#web/lib/browser/media.ts'
import { presets } from '#web/lib/dates/date-selection.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { presetKeys } from '#web/ui/date-picker/periods.tsx'
import { ShortcutHelp } from '#web/ui/work-bar.tsx'
import { ExportButton, SavedSearchesButton, SaveSearchButton } from '#web/workspace/api.ts'
import {
  chosenOf,
  type ListAddress,
  listQueryOf,
  productListQueryOf,
  type savedSearchOf,
  savedViewOf,
} from './list-address.ts'
import { DisplayPanel } from './display/display-panel.tsx'
import type { ListDisplayState } from './display/use-list-display.ts'
import type { ChangeList } from './list-change.ts'
import { HiddenSwitch } from './left-out.tsx'
import { ListSearch } from './list-search.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { listTicks } from './rows/tick-cells.tsx'

const ROOM_FOR_SAVE = '(min-width: 85rem)'

export type DisplayProps = {
  display: ListDisplayState
  /** The columns that have room. */
  fitting: readonly ListColumn[]
}

type Props = DisplayProps & {
  address: ListAddress
  toSave: SaveSearchProps['search']
  /** Null while unknown. */
  total: number | null
  change: ChangeList
}

/** What one can do with the list. What finds no room waits behind the last button. */
export function ListTools({ address, toSave, total, change, ...rest }: Props) {
  const { t } = useTranslation('list')
  const hasRoom = useMedia(ROOM_FOR_TABLE)
  const hasSave = useMedia(ROOM_FOR_SAVE)
  const save = <SaveSearch address={address} search={toSave} />
  const file = <ListExport address={address} total={total} />
  const display = address.view !== 'products' && (
    <DisplayPanel view={address.view} state={rest.display} fitting={rest.fitting} change={change} />
  )
  const hidden = <HiddenSwitch address={address} change={change} />
  return (
    <>
      {hasRoom && hidden}
      {hasRoom && <ListSearch isWide={false} change={change} />}
      {hasRoom && display && (
        <Popover
          label={t('display.title')}
          className="w-80"
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
            {!hasRoom && hidden}
            {!hasRoom && display && (
              <Button variant="secondary" size="sm" onClick={listTicks.open}>
                <ListChecks className="size-4 shrink-0" aria-hidden />
                {t('ticks.start')}
              </Button>
            )}
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

export type SaveSearchProps = {
  address: ListAddress
  search: ReturnType<typeof savedSearchOf>
}

/**
 * Saves the current search. Available only with filters, because a search without any would match
 * everything.
 */
export function SaveSearch({ address, search }: SaveSearchProps) {
  const { view, profile } = address
  return chosenOf(address).length > 0 || view === 'leads' || view === 'prelaunch' ? (
    <SaveSearchButton {...search} profile={profile} />
  ) : null
}

const ListExport = ({ address, total }: Pick<Props, 'address' | 'total'>) => (
  <ExportButton
    view={savedViewOf(address.view)}
    query={address.view === 'products' ? productListQueryOf(address) : listQueryOf(address)}
    total={total}
    size="sm"
  />
)

const ListShortcuts = memo(function ListShortcuts() {
  const { t } = useTranslation(['list', 'date-picker'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['j', 'k'], effect: t('list:keys.move') },
        { keys: ['Enter'], effect: t('list:keys.open') },
        { keys: ['s'], effect: t('list:keys.save') },
        { keys: ['x'], effect: t('list:keys.select') },
        { keys: ['Esc'], effect: t('list:keys.clear') },
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

import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListDensity } from '#contracts/workspace/list-views.ts'
import { useIsSearchAway } from '#web/api/query.ts'
import { ListUpgrade, SearchAway } from '#web/catalog/list/empty-list.tsx'
import type { ListAddress } from '#web/catalog/list/list-address.ts'
import { type ChangeList, useRequestedAddress } from '#web/catalog/list/list-change.ts'
import { RowsSkeleton } from '#web/catalog/list/list-skeleton.tsx'
import { cn } from '#web/lib/cn.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { Loaded, StaleNote } from '#web/ui/feedback/loaded.tsx'
import { useIsTicking } from '#web/workspace/api.ts'
import { RowActionsProvider } from './row-link.tsx'
import { RowTextsProvider } from './row-texts.tsx'
import { RowScoresProvider } from './score-cell.tsx'
import type { Column } from './store-columns.tsx'
import { hasDayHeads, StoreTable } from './store-table.tsx'
import { listTicks, tickRow } from './tick-cells.tsx'
import { ROOM_FOR_TABLE } from '#web/lib/browser/media.ts'
import { useRowShortcuts } from './use-row-shortcuts.ts'
import type { StoreListState } from './use-store-list.ts'

/** Avoids flicker when the answer is fast. */
const DIM_AFTER_MS = 150

type Props = {
  list: StoreListState
  address: ListAddress
  columns: readonly Column[]
  density: ListDensity
  change: ChangeList
  /** Content when there are no rows. */
  nothing: ReactNode
}

export function ListBody({ list, address, columns, density, change, nothing }: Props) {
  const { t } = useTranslation('list')
  const { stores, rows, fresh } = list
  const isAway = useIsSearchAway(stores)
  if (isAway) return <SearchAway />
  const view = {
    stores: rows,
    fresh,
    view: address.view === 'products' ? ('stores' as const) : address.view,
    columns,
    density,
    hasDays: hasDayHeads(address),
    hasTime: address.dates.kind === 'single' || hasDayHeads(address),
    sortBy: address.sort.by,
    sortDirection: address.sort.direction,
    change,
  }
  return (
    <Loaded
      query={stores}
      title={t('failed')}
      skeleton={<RowsSkeleton />}
      refusals={{ 403: (error) => <ListUpgrade error={error} /> }}
      empty={() => rows.length === 0 && nothing}
    >
      {() => (
        <>
          <StaleNote query={stores} />
          <RowsBox isOld={stores.isPlaceholderData}>
            <RowTextsProvider>
              <RowScoresProvider scores={list.scores} profile={address.profile}>
                <RowActionsProvider address={address} rows={rows}>
                  <StoreTable {...view} />
                </RowActionsProvider>
              </RowScoresProvider>
            </RowTextsProvider>
          </RowsBox>
        </>
      )}
    </Loaded>
  )
}

/**
 * Marks the list as busy as soon as other rows are requested. Its content does not re-render for
 * that.
 */
function RowsBox({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const keys = useRowShortcuts(box)
  const gestures = useTickGestures()
  const isTicking = useIsTicking(listTicks)
  const isBusy = useRequestedAddress().isAhead || isOld
  const isDim = useIsLate(isBusy, DIM_AFTER_MS)
  return (
    <div
      ref={box}
      {...keys}
      {...gestures}
      data-ticking={isTicking || undefined}
      aria-busy={isBusy}
      className={cn(
        // Only letters twice as large leave the table so little room.
        'work:@max-[34rem]/results:overflow-x-auto',
        isDim && 'opacity-55 transition-opacity duration-150',
      )}
    >
      {children}
    </div>
  )
}

const LONG_PRESS_MS = 450
/** A finger never rests quite still. */
const MOVED_PX = 10

const isPhone = () => !matchMedia(ROOM_FOR_TABLE).matches
const rowOf = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest('tr') : null

/** On phones a long press ticks the first row; from then on a press ticks instead of opening. */
function useTickGestures() {
  const press = useRef<{ timer: number; x: number; y: number; hasTicked: boolean } | null>(null)
  const cancel = () => {
    if (press.current) clearTimeout(press.current.timer)
  }
  return {
    onPointerDown(event: PointerEvent) {
      cancel()
      const row = rowOf(event)
      press.current = null
      if (event.pointerType === 'mouse' || !row || !isPhone() || listTicks.current().isOpen) return
      const { clientX: x, clientY: y } = event
      const timer = window.setTimeout(() => {
        if (press.current) press.current.hasTicked = true
        tickRow(row, false)
      }, LONG_PRESS_MS)
      press.current = { timer, x, y, hasTicked: false }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > MOVED_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: MouseEvent) {
      if (press.current?.hasTicked) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      const isBox = event.target instanceof Element && event.target.closest('label')
      const row = rowOf(event)
      if (!row || isBox || !isPhone() || !listTicks.current().isOpen) return
      event.preventDefault()
      event.stopPropagation()
      // The click that ends the long press has ticked already.
      if (press.current?.hasTicked) press.current = null
      else tickRow(row, false)
    },
  }
}

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { cn } from '#web/lib/cn.ts'
import { createTicks, useIsTicked, useTicked } from '#web/workspace/api.ts'
import { useRowTexts } from './row-texts.tsx'
import type { CellProps } from './store-cells.tsx'

/** Of the list of stores; they outlive it, so that Back from a store finds them. */
export const listTicks = createTicks<StoreId>()

const BOX =
  'relative z-1 grid h-7 w-8 items-center max-work:justify-items-center min-[56.25rem]:justify-items-start min-[56.25rem]:ps-1 max-work:absolute max-work:inset-y-0 max-work:start-0 max-work:h-full max-work:w-14'

/** The boxes of the page from top to bottom. */
const boxesOn = (box: Element | null): HTMLInputElement[] => [
  ...(box?.closest('table')?.querySelectorAll<HTMLInputElement>('[data-tick]') ?? []),
]

const idsOf = (boxes: readonly HTMLInputElement[]): StoreId[] =>
  boxes.map(({ dataset }) => toStoreId(dataset['tick']))

/** Ticks the row of an element; with `isRange` all from the one ticked last. */
export function tickRow(element: Element | null | undefined, isRange: boolean): void {
  const box = element?.closest('tr')?.querySelector<HTMLInputElement>('[data-tick]')
  if (box) tickBox(box, !box.checked || isRange, isRange)
}

const tickBox = (box: HTMLInputElement, isOn: boolean, isRange: boolean) =>
  listTicks.tick(toStoreId(box.dataset['tick']), isOn, isRange ? idsOf(boxesOn(box)) : [])

export function TickBox({ store }: CellProps) {
  const { t } = useRowTexts()
  const isTicked = useIsTicked(listTicks, store.id)
  return (
    <label className={BOX}>
      <input
        type="checkbox"
        data-tick={store.id}
        aria-label={t('ticks.store', { name: store.name })}
        checked={isTicked}
        onChange={() => undefined}
        onClick={(event) => tickBox(event.currentTarget, !isTicked, event.shiftKey)}
        className="size-4"
      />
    </label>
  )
}

/** Ticks the rows of the page, or none. */
export function TickPage() {
  const { t } = useTranslation('bulk')
  const box = useRef<HTMLInputElement>(null)
  const ticked = useTicked(listTicks)
  useEffect(() => {
    if (!box.current) return
    const states = idsOf(boxesOn(box.current)).map(listTicks.has)
    const isEvery = states.length > 0 && states.every(Boolean)
    box.current.checked = isEvery
    // There is no HTML attribute for this state.
    box.current.indeterminate = !isEvery && states.some(Boolean)
  }, [ticked])
  return (
    <label className={cn(BOX, 'h-7')}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('page')}
        onChange={(event) => listTicks.set(idsOf(boxesOn(box.current)), event.target.checked)}
        className="size-4"
      />
    </label>
  )
}

import { useTranslation } from 'react-i18next'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { createTicks, useIsTicked, useTicked } from '#web/workspace/api.ts'
import { useRowTexts } from './row-texts.tsx'
import type { CellProps } from './store-cells.tsx'

/** Of the list of stores. They outlive it, so that the way back from a store finds them again. */
export const listTicks = createTicks<StoreId>()

const BOX =
  'relative z-1 grid h-7 w-8 items-center max-work:justify-items-center work:justify-items-start work:ps-1 max-work:absolute max-work:inset-y-0 max-work:start-0 max-work:h-full max-work:w-14'

/** The stores of the page from top to bottom. */
const idsBeside = (box: Element): StoreId[] =>
  [...(box.closest('table')?.querySelectorAll<HTMLInputElement>('[data-tick]') ?? [])].map(
    ({ dataset }) => toStoreId(dataset['tick']),
  )

/** Ticks the row of an element; with `isRange` all from the one ticked last. */
export function tickRow(element: Element | null | undefined, isRange: boolean): void {
  const box = element?.closest('tr')?.querySelector<HTMLInputElement>('[data-tick]')
  if (box) tickBox(box, !box.checked || isRange, isRange)
}

const tickBox = (box: HTMLInputElement, isOn: boolean, isRange: boolean) =>
  listTicks.tick(toStoreId(box.dataset['tick']), isOn, isRange ? idsBeside(box) : [])

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
export function TickPage({ stores }: { stores: readonly StoreSummary[] }) {
  const { t } = useTranslation('bulk')
  const { isAll, ids } = useTicked(listTicks)
  const count = stores.filter(({ id }) => isAll !== ids.has(id)).length
  const isEvery = count > 0 && count === stores.length
  return (
    <label className={BOX}>
      <input
        // There is no HTML attribute for this state.
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isEvery
        }}
        type="checkbox"
        aria-label={t('page')}
        checked={isEvery}
        onChange={({ target }) => {
          listTicks.set(
            stores.map(({ id }) => id),
            target.checked,
          )
        }}
        className="size-4"
      />
    </label>
  )
}

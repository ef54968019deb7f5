import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type { StoreTarget } from '#contracts/workspace/bulk.ts'
import {
  type ListAddress,
  listQueryOf,
  savedViewOf,
  storesQueryOf,
} from '#web/catalog/list/list-address.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { dateQueryOf, NO_DATES } from '#web/lib/dates/date-selection.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { presetKeys } from '#web/ui/date-picker/periods.tsx'
import {
  BulkBar,
  countOf,
  createTicks,
  ExportButton,
  targetsOf,
  useIsTicked,
  useTicked,
  useTickNotices,
} from '#web/workspace/api.ts'
import { queryText } from './live-total.ts'
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

type Props = {
  address: ListAddress
  /** Null while unknown. */
  total: number | null
}

/** Covers the head of the table, so that it neither moves rows nor hides any. */
export function TickBar({ address, total }: Props) {
  const session = useSession()
  const account = session.status === 'signed-in' ? session.user.id : ''
  useTickNotices(listTicks, JSON.stringify([account, storesQueryOf(address, address.view)]))
  return (
    <BulkBar
      ticks={listTicks}
      total={total}
      target={() => targetOf(address)}
      actions={['save', 'exclude']}
      className="border-rule work:sticky work:z-16 work:ms-11 work:border-b work:ps-1 work:top-below work:-mb-thead work:h-thead"
    >
      <TickedExport address={address} total={total} />
    </BulkBar>
  )
}

/** Keys that choose days, which would drop the ticks. */
const NO_DAYS = Object.fromEntries(
  [...Object.values(presetKeys), 'ArrowLeft', 'ArrowRight'].map((key) => [key, () => undefined]),
)

/** The file has the order of the list, or that of the ticks. */
function TickedExport({ address, total }: Props) {
  const ticked = useTicked(listTicks)
  useShortcuts(NO_DAYS)
  return (
    <ExportButton
      view={savedViewOf(address.view)}
      query={listQueryOf(address)}
      targets={targetsOf(ticked)}
      total={countOf(ticked, total)}
      isInBar
    />
  )
}

/** The ticked stores; of all matches, the query of the list and the exceptions. */
function targetOf(address: ListAddress): StoreTarget {
  const targets = targetsOf(listTicks.current())
  if (targets.storeIds) return { storeIds: targets.storeIds }
  const query = queryText(storesQueryOf({ ...address, dates: NO_DATES }, address.view))
  return { query, found: dateQueryOf(address.dates), except: targets.except }
}

import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/stores.ts'
import { cellClass, HeadCell, rowClass } from '#web/ui/table.tsx'
import { LeadEmail, LeadPhone } from './lead-cells.tsx'
import { LaunchDay, PlaceCell, SaveCell } from './store-cells.tsx'
import { StoreNameCell } from './store-name-cell.tsx'
import type { Sortable } from './store-table.tsx'

const LAUNCHED = 'max-[84rem]:hidden'

const cells = {
  first: cellClass('max-w-0 ps-4'),
  narrow: cellClass('max-w-0'),
  plain: cellClass(),
  launched: cellClass(LAUNCHED),
  last: cellClass('ps-0 pe-2'),
}

export function LeadHeads({ sortable }: { sortable: Sortable }) {
  const { t } = useTranslation('list')
  return (
    <>
      <HeadCell className="w-2/5 ps-4" {...sortable('name')}>
        {t('columns.store')}
      </HeadCell>
      <HeadCell className="w-3/5">{t('columns.email')}</HeadCell>
      <HeadCell>{t('columns.phone')}</HeadCell>
      <HeadCell {...sortable('country')}>{t('columns.country')}</HeadCell>
      <HeadCell className={LAUNCHED} {...sortable('launchDate')}>
        {t('columns.launched')}
      </HeadCell>
    </>
  )
}

/** A store with its contact details. */
export const LeadRow = memo(function LeadRow({ store, isFresh }: { store: StoreSummary; isFresh: boolean }) {
  return (
    <tr className={rowClass(isFresh ? 'relative row-fresh' : 'relative')}>
      <td className={cells.first}>
        <StoreNameCell store={store} isFresh={isFresh} />
      </td>
      <td className={cells.narrow}>
        <LeadEmail store={store} />
      </td>
      <td className={cells.plain}>
        <div className="w-40">
          <LeadPhone store={store} />
        </div>
      </td>
      <td className={cells.plain}>
        <PlaceCell store={store} />
      </td>
      <td className={cells.launched}>
        <div className="w-25">
          <LaunchDay store={store} />
        </div>
      </td>
      <td className={cells.last}>
        <SaveCell store={store} />
      </td>
    </tr>
  )
})

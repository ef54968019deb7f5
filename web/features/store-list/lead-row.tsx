import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { Cell, HeadCell, Row } from '#web/ui/table.tsx'
import { LeadEmail, LeadPhone } from './lead-cells.tsx'
import { LaunchDay, PlaceCell, SaveCell } from './store-cells.tsx'
import { StoreNameCell } from './store-name-cell.tsx'
import type { Sortable } from './store-table.tsx'

const LAUNCHED = 'max-[84rem]:hidden'

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

/** A store by how it can be reached. */
export const LeadRow = memo(function LeadRow({ store, isFresh }: { store: StoreSummary; isFresh: boolean }) {
  return (
    <Row className={cn('relative', isFresh && 'row-fresh')}>
      <Cell className="max-w-0 ps-4">
        <StoreNameCell store={store} isFresh={isFresh} />
      </Cell>
      <Cell className="max-w-0">
        <LeadEmail store={store} />
      </Cell>
      <Cell>
        <div className="w-40">
          <LeadPhone store={store} />
        </div>
      </Cell>
      <Cell>
        <PlaceCell store={store} />
      </Cell>
      <Cell className={LAUNCHED}>
        <div className="w-25">
          <LaunchDay store={store} />
        </div>
      </Cell>
      <Cell className="ps-0 pe-2">
        <SaveCell store={store} />
      </Cell>
    </Row>
  )
})

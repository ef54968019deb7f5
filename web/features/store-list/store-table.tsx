import { useTranslation } from 'react-i18next'
import type { StoreSort, StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { StoreLogo } from '#web/ui/store-logo.tsx'
import { StoreStatus } from '#web/ui/store-status.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import type { ListChange, ListSort } from './list-address.ts'
import { RowLink } from './row-link.tsx'
import { sortAfterClick } from './sort-choices.ts'
import {
  ContactState,
  CountryCell,
  FreshBadge,
  LaunchDay,
  NotPublished,
  ProductCount,
} from './store-cells.tsx'

export type RowsProps = {
  stores: readonly StoreSummary[]
  fresh: ReadonlySet<number>
  sort: ListSort
  change: (to: ListChange) => void
}

/** Only the widest table has room for it; the cards always have. */
const THEME_CELL = 'max-[84rem]:hidden'

/** The ledger of wide screens. */
export function StoreTable({ stores, fresh, sort, change }: RowsProps) {
  const { t } = useTranslation('list')
  const sortable = (by: StoreSort) => ({
    order:
      sort.by === by
        ? sort.direction === 'ASC'
          ? ('ascending' as const)
          : ('descending' as const)
        : undefined,
    onSort: () => change({ sort: sortAfterClick(sort, by) }),
  })
  return (
    <Table caption={t('caption')} className="rounded-lg border border-line bg-surface">
      <thead>
        <tr>
          <HeadCell className="w-full ps-4" {...sortable('name')}>
            {t('columns.store')}
          </HeadCell>
          <HeadCell>{t('columns.launched')}</HeadCell>
          <HeadCell {...sortable('foundAt')}>{t('columns.found')}</HeadCell>
          <HeadCell {...sortable('country')}>{t('columns.country')}</HeadCell>
          <HeadCell isNumber {...sortable('productCount')}>
            {t('columns.products')}
          </HeadCell>
          <HeadCell className={THEME_CELL}>{t('columns.theme')}</HeadCell>
          <HeadCell>{t('columns.contact')}</HeadCell>
          <HeadCell className="pe-4">{t('columns.status')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {stores.map((store) => (
          <StoreRow key={store.id} store={store} isFresh={fresh.has(store.id)} />
        ))}
      </tbody>
    </Table>
  )
}

function StoreRow({ store, isFresh }: { store: StoreSummary; isFresh: boolean }) {
  const formats = useFormats()
  return (
    <Row className={cn('relative', isFresh && 'row-fresh')}>
      <Cell className="w-full max-w-0 ps-4">
        <div className="flex min-h-11 items-center gap-3">
          <StoreLogo url={store.logoUrl} name={store.name} />
          <div className="min-w-0">
            <RowLink store={store} />
            <p className="flex items-center gap-2 text-muted">
              <span className="truncate">{store.domain}</span>
              {isFresh && <FreshBadge />}
            </p>
          </div>
        </div>
      </Cell>
      <Cell>
        <LaunchDay store={store} />
      </Cell>
      <Cell className="whitespace-nowrap">{formats.shortDay(store.foundDay)}</Cell>
      <Cell className="max-w-40">
        <CountryCell store={store} isOneLine />
      </Cell>
      <Cell isNumber>
        <ProductCount store={store} />
      </Cell>
      <Cell className={cn(THEME_CELL, 'max-w-28 truncate')}>{store.themeName ?? <NotPublished />}</Cell>
      <Cell>
        <ContactState store={store} />
      </Cell>
      <Cell className="pe-4">
        <StoreStatus status={store.status} />
      </Cell>
    </Row>
  )
}

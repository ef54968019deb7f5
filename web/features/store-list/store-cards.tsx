import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { StoreLogo } from '#web/ui/store-logo.tsx'
import { StoreStatus } from '#web/ui/store-status.tsx'
import { RowLink } from './row-link.tsx'
import {
  ContactState,
  CountryCell,
  FreshBadge,
  LaunchDay,
  NotPublished,
  ProductCount,
} from './store-cells.tsx'
import type { RowsProps } from './store-table.tsx'

/** The same rows where there is no room for a table. */
export function StoreCards({ stores, fresh }: RowsProps) {
  const { t } = useTranslation('list')
  return (
    <ul aria-label={t('caption')} className="grid grid-cols-1 gap-3">
      {stores.map((store) => (
        <StoreCard key={store.id} store={store} isFresh={fresh.has(store.id)} />
      ))}
    </ul>
  )
}

function StoreCard({ store, isFresh }: { store: StoreSummary; isFresh: boolean }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <li
      className={cn(
        'relative rounded-lg border border-line bg-surface p-4 hover:border-control',
        isFresh && 'row-fresh',
      )}
    >
      <div className="flex items-center gap-3">
        <StoreLogo url={store.logoUrl} name={store.name} />
        <div className="min-w-0 flex-1">
          <RowLink store={store} />
          <p className="truncate text-sm text-muted">{store.domain}</p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1 self-start">
          <StoreStatus status={store.status} />
          {isFresh && <FreshBadge />}
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
        <Detail name={t('columns.launched')}>
          <LaunchDay store={store} />
        </Detail>
        <Detail name={t('columns.found')}>{formats.shortDay(store.foundDay)}</Detail>
        <Detail name={t('columns.country')}>
          <CountryCell store={store} />
        </Detail>
        <Detail name={t('columns.products')}>
          <ProductCount store={store} />
        </Detail>
        <Detail name={t('columns.theme')}>{store.themeName ?? <NotPublished />}</Detail>
        <Detail name={t('columns.contact')}>
          <ContactState store={store} />
        </Detail>
      </dl>
    </li>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

import { Fragment, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/stores/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { DayHead, groupByDay } from './day-groups.tsx'
import { LeadEmail, LeadPhone } from './lead-cells.tsx'
import { PrelaunchAge, PrelaunchContact } from './prelaunch-row.tsx'
import { useRowTexts } from './row-texts.tsx'
import {
  CategoryCell,
  ContactState,
  CountryCell,
  LaunchDay,
  NotPublished,
  PriceCell,
  ProductCount,
  SaveCell,
  StoreNameCell,
} from './store-cells.tsx'
import { type RowsProps, viewCaptions } from './store-table.tsx'
import { TechnologyMarks } from './technology-cell.tsx'

/** The same rows as cards, for screens without room for a table. */
export const StoreCards = memo(function StoreCards({ stores, fresh, view, hasDays }: RowsProps) {
  const { t } = useTranslation('list')
  const Details = viewDetails[view]
  return (
    <div className="grid gap-3">
      {groupByDay(stores, hasDays).map(({ day, stores: cards }) => (
        <Fragment key={day ?? 'all'}>
          {day && <DayHead day={day} />}
          <ul aria-label={t(viewCaptions[view])} className="grid grid-cols-1 gap-3">
            {cards.map((store) => (
              <StoreCard
                key={store.id}
                store={store}
                isFresh={fresh.has(store.id)}
                Details={Details}
              />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
})

type CardProps = {
  store: StoreSummary
  isFresh: boolean
  Details: (props: { store: StoreSummary }) => ReactNode
}

const StoreCard = memo(function StoreCard({ store, isFresh, Details }: CardProps) {
  return (
    <li
      data-row
      className={cn(
        'relative rounded-lg border border-line bg-surface p-4 hover:border-control',
        isFresh && 'row-fresh',
      )}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <StoreNameCell store={store} isFresh={isFresh} />
        </div>
        <SaveCell store={store} className="-me-1.5" />
      </div>
      <Details store={store} />
    </li>
  )
})

function StoreDetails({ store }: { store: StoreSummary }) {
  const { t } = useRowTexts()
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-4">
      <Detail name={t('columns.launched')}>
        <LaunchDay store={store} />
      </Detail>
      <Detail name={t('columns.country')}>
        <CountryCell store={store} />
      </Detail>
      <Detail name={t('columns.category')}>
        <CategoryCell store={store} />
      </Detail>
      <Detail name={t('columns.products')}>
        <ProductCount store={store} />
      </Detail>
      <Detail name={t('columns.price')}>
        <PriceCell store={store} />
      </Detail>
      <Detail name={t('columns.theme')}>{store.themeName ?? <NotPublished />}</Detail>
      <Detail name={t('columns.technology')}>
        <TechnologyMarks store={store} />
      </Detail>
      <Detail name={t('columns.contact')}>
        <ContactState store={store} />
      </Detail>
    </dl>
  )
}

function LeadDetails({ store }: { store: StoreSummary }) {
  const { t } = useRowTexts()
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-3 text-sm sm:grid-cols-2">
      <Detail name={t('columns.email')}>
        <LeadEmail store={store} />
      </Detail>
      <Detail name={t('columns.phone')}>
        <LeadPhone store={store} />
      </Detail>
      <Detail name={t('columns.country')}>
        <CountryCell store={store} />
      </Detail>
      <Detail name={t('columns.launched')}>
        <LaunchDay store={store} />
      </Detail>
    </dl>
  )
}

function PrelaunchDetails({ store }: { store: StoreSummary }) {
  const { t } = useRowTexts()
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3">
      <Detail name={t('columns.found')}>
        <PrelaunchAge store={store} />
      </Detail>
      <Detail name={t('columns.country')}>
        <CountryCell store={store} />
      </Detail>
      <Detail name={t('columns.theme')}>{store.themeName ?? <NotPublished />}</Detail>
      <Detail name={t('columns.technology')}>
        <TechnologyMarks store={store} />
      </Detail>
      <Detail name={t('columns.contact')} isWide={store.hasEmail}>
        <PrelaunchContact store={store} />
      </Detail>
    </dl>
  )
}

const viewDetails = { stores: StoreDetails, leads: LeadDetails, prelaunch: PrelaunchDetails }

type DetailProps = { name: string; children: ReactNode; isWide?: boolean }

function Detail({ name, children, isWide = false }: DetailProps) {
  return (
    <div className={cn('min-w-0', isWide && 'col-span-2')}>
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

import { Fragment, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { DayHead, groupByDay } from './day-groups.tsx'
import { LeadEmail, LeadPhone, PrelaunchAge, PrelaunchContact } from './lead-cells.tsx'
import { useRowTexts } from './row-texts.tsx'
import {
  CategoryCell,
  ContactState,
  CountryCell,
  LaunchDay,
  PriceCell,
  ProductCount,
  SaveCell,
  StoreNameCell,
  ThemeName,
} from './store-cells.tsx'
import { type Column, type RowsProps, viewCaptions } from './store-table.tsx'
import { TechnologyMarks } from './technology-cell.tsx'

/** The same rows as cards, for screens without room for a table. */
export const StoreCards = memo(function StoreCards({ stores, fresh, view, hasDays }: RowsProps) {
  const { t } = useTranslation('list')
  return (
    <div className="grid gap-3">
      {groupByDay(stores, hasDays).map(({ day, stores: cards }) => (
        <Fragment key={day ?? 'all'}>
          {day && <DayHead day={day} />}
          <ul aria-label={t(viewCaptions[view])} className="grid grid-cols-1 gap-3">
            {cards.map((store) => (
              <StoreCard key={store.id} view={view} store={store} isFresh={fresh.has(store.id)} />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
})

type CardProps = Pick<RowsProps, 'view'> & { store: StoreSummary; isFresh: boolean }

const StoreCard = memo(function StoreCard({ store, isFresh, view }: CardProps) {
  const { t } = useRowTexts()
  const { grid, details } = viewDetails[view]
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
      <dl className={cn('mt-3 grid gap-x-4 gap-y-3 text-sm', grid)}>
        {details.map(([name, Value, isWide]) => (
          <div key={name} className={cn('min-w-0', isWide?.(store) && 'col-span-2')}>
            <dt className="text-xs text-faint">{t(`columns.${name}`)}</dt>
            <dd className="break-words">
              <Value store={store} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
})

type Detail = readonly [
  name: Column['text'] | 'category' | 'price' | 'theme',
  Value: (props: { store: StoreSummary }) => ReactNode,
  isWide?: (store: StoreSummary) => boolean,
]

const viewDetails: Record<RowsProps['view'], { grid: string; details: readonly Detail[] }> = {
  stores: {
    grid: 'grid-cols-2 sm:grid-cols-4',
    details: [
      ['launched', LaunchDay],
      ['country', CountryCell],
      ['category', CategoryCell],
      ['products', ProductCount],
      ['price', PriceCell],
      ['theme', ThemeName],
      ['technology', TechnologyMarks],
      ['contact', ContactState],
    ],
  },
  leads: {
    grid: 'sm:grid-cols-2',
    details: [
      ['email', LeadEmail],
      ['phone', LeadPhone],
      ['country', CountryCell],
      ['launched', LaunchDay],
    ],
  },
  prelaunch: {
    grid: 'grid-cols-2 sm:grid-cols-3',
    details: [
      ['found', PrelaunchAge],
      ['country', CountryCell],
      ['theme', ThemeName],
      ['technology', TechnologyMarks],
      ['contact', PrelaunchContact, ({ hasEmail }) => hasEmail],
    ],
  },
}

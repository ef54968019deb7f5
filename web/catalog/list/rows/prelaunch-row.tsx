import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS, dayStart } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/stores/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { cellClass, HeadCell, rowClass } from '#web/ui/table.tsx'
import { LeadEmail } from './lead-cells.tsx'
import { useRowTexts } from './row-texts.tsx'
import {
  ContactState,
  cut,
  NotPublished,
  PlaceCell,
  SaveCell,
  StoreNameCell,
} from './store-cells.tsx'
import { TechnologyMarks } from './technology-cell.tsx'

const cells = {
  first: cellClass('w-full max-w-0 ps-4'),
  plain: cellClass(),
  last: cellClass('ps-0 pe-2'),
}

export function PrelaunchHeads() {
  const { t } = useTranslation('list')
  return (
    <>
      <HeadCell className="w-full ps-4">{t('columns.store')}</HeadCell>
      <HeadCell>{t('columns.found')}</HeadCell>
      <HeadCell>{t('columns.country')}</HeadCell>
      <HeadCell>{t('columns.technology')}</HeadCell>
      <HeadCell>{t('columns.contact')}</HeadCell>
    </>
  )
}

type RowProps = { store: StoreSummary; isFresh: boolean }

/** A store behind its password page, with the facts known so far. */
export const PrelaunchRow = memo(function PrelaunchRow({ store, isFresh }: RowProps) {
  return (
    <tr className={rowClass(isFresh ? 'relative row-fresh' : 'relative')}>
      <td className={cells.first}>
        <StoreNameCell store={store} isFresh={isFresh} />
      </td>
      <td className={cells.plain}>
        <div className="min-w-28">
          <PrelaunchAge store={store} />
        </div>
      </td>
      <td className={cells.plain}>
        <PlaceCell store={store} />
      </td>
      <td className={cells.plain}>
        <div className="w-44 min-[110rem]:w-64">
          <span className={cn('block', cut)} title={store.themeName ?? undefined}>
            {store.themeName ?? <NotPublished />}
          </span>
          <TechnologyMarks store={store} />
        </div>
      </td>
      <td className={cells.plain}>
        <div className="w-44 min-[110rem]:w-64">
          <PrelaunchContact store={store} />
        </div>
      </td>
      <td className={cells.last}>
        <SaveCell store={store} />
      </td>
    </tr>
  )
})

/**
 * Its address, as far as today's contacts of the plan allow; without one, which contacts it
 * publishes.
 */
export const PrelaunchContact = ({ store }: { store: StoreSummary }) =>
  store.hasEmail ? <LeadEmail store={store} /> : <ContactState store={store} />

/** Since when it can be found, and how many days it has been in preparation. */
export function PrelaunchAge({ store }: { store: StoreSummary }) {
  const { t, formats } = useRowTexts()
  const days = (dayStart(useToday()).getTime() - dayStart(store.foundDay).getTime()) / DAY_MS
  return (
    <>
      <span className="block whitespace-nowrap">{formats.day(store.foundDay)}</span>
      <span className="text-xs text-muted">
        {t('prelaunch.age', { count: days, days: formats.number(days) })}
      </span>
    </>
  )
}

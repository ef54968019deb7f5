import { useQuery } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type FilterChoices, writeChoice } from '#contracts/catalog/store-filters.ts'
import { listFacets, type StoreScope } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { boundsOf, type DateSelection, isTooLong, NO_DATES } from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { entriesOf, type ListView, storesQueryOf } from './list/list-address.ts'

type Props = {
  dates: DateSelection
  launchStatus?: StoreScope
  filters?: FilterChoices
  profile?: string | null
  view?: Extract<ListView, 'stores' | 'leads'>
}

/**
 * How many stores opened from behind their password page on these dates, with a link to them. They
 * may have been found weeks before, so the list of the day on which they were found does not show
 * them. Nothing without openings.
 */
export function OpeningsStrip({
  dates,
  launchStatus = 'new',
  filters = {},
  profile = null,
  view = 'stores',
}: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const bounds = boundsOf(dates)
  const days = bounds && (bounds.from === bounds.to ? bounds.from : `${bounds.from}..${bounds.to}`)
  const opened: FilterChoices = {
    ...filters,
    opened: { include: days === null ? [] : [days], exclude: [], unknown: false },
  }
  const counts = useQuery({
    ...q(listFacets, {
      query: {
        ...storesQueryOf({ dates: NO_DATES, launchStatus, filters: opened, profile }, view),
        groups: '',
      },
    }),
    enabled: days !== null && filters.opened === undefined && !isTooLong(dates),
  })
  const total = counts.data?.total ?? 0
  if (total === 0 || dates.kind === 'none') return null
  const to = paths.list({
    ...Object.fromEntries(entriesOf(opened).map(([key, choice]) => [key, writeChoice(choice)])),
    view: view === 'stores' ? undefined : view,
    launchStatus: launchStatus === 'new' ? undefined : launchStatus,
    profile: profile ?? undefined,
    sortBy: 'visibleAt',
  })
  return (
    <p className="my-4 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-lg border border-s-4 border-line border-s-sun bg-surface px-4 py-2.5 text-sm">
      <DoorOpen className="size-4.5 shrink-0 text-sun-ink" aria-hidden />
      <Link to={to} className="link font-semibold">
        {t(`openings.${dates.kind}`, { total: formats.number(total) })}
      </Link>
      <span className="text-muted">{t('openings.meaning')}</span>
    </p>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDateFormats } from '#web/lib/date-format.ts'
import { isSameSelection } from '#web/lib/date-selection.ts'
import { unreadableDates, withoutUnreadable } from '#web/lib/unreadable-dates.ts'
import { paths } from '#web/paths.ts'
import { UnreadableDatesNote } from '#web/ui/date-picker/unreadable-dates-note.tsx'
import type { ListAddress } from './list-address.ts'

/** The subject of the list and its days; also the picked dates if the filter differs from them. */
export function ListHero({ params, address }: { params: URLSearchParams; address: ListAddress }) {
  const { t } = useTranslation(['list', 'date-picker'])
  const formats = useDateFormats()
  const { dates, picked } = address
  const isNarrowed = picked.kind !== 'none' && !isSameSelection(dates, picked)
  const isTrending = address.view === 'products' && address.products.scope === 'trending'
  return (
    <header className="pb-4">
      <p className="eyebrow">{t(`list:hero.${kindOf(address)}`)}</p>
      <h1 className="mt-1 text-2xl">
        {dates.kind === 'none' ? t('list:hero.allDays') : formats.selection(dates)}
      </h1>
      <p className="mt-1.5 text-sm text-muted">
        {isNarrowed
          ? t('list:hero.picked', { dates: formats.selection(picked) })
          : t(isTrending ? 'list:hero.trendUtc' : 'list:hero.utc')}
      </p>
      <UnreadableDatesNote
        texts={unreadableDates(params)}
        search={withoutUnreadable(params).toString()}
        instead={
          dates.kind === 'none'
            ? t('date-picker:unreadable.allDays')
            : t('date-picker:unreadable.dates', { dates: formats.selection(dates) })
        }
      >
        <Link to={paths.app()} className="link font-semibold">
          {t('date-picker:unreadable.choose')}
        </Link>
      </UnreadableDatesNote>
    </header>
  )
}

function kindOf({ view, launchStatus, products }: ListAddress) {
  switch (view) {
    case 'stores':
      return launchStatus
    case 'leads':
      return 'leads'
    case 'products':
      return products.scope === 'trending' ? 'products' : 'allProducts'
    default:
      return view satisfies never
  }
}

import { useTranslation } from 'react-i18next'
import { useDateFormats } from '#web/lib/date-format.ts'
import { isSameSelection } from '#web/lib/date-selection.ts'
import type { ListAddress } from './list-address.ts'

/** What is listed, and from which days; where the filter differs from what was picked, also that. */
export function ListHero({ address }: { address: ListAddress }) {
  const { t } = useTranslation('list')
  const formats = useDateFormats()
  const { dates, picked } = address
  const isNarrowed = picked.kind !== 'none' && !isSameSelection(dates, picked)
  const isTrending = address.view === 'products' && address.products.scope === 'trending'
  return (
    <header className="pb-4">
      <p className="eyebrow">{t(`hero.${kindOf(address)}`)}</p>
      <h1 className="mt-1 text-2xl">
        {dates.kind === 'none' ? t('hero.allDays') : formats.selection(dates)}
      </h1>
      <p className="mt-1.5 text-sm text-muted">
        {isNarrowed
          ? t('hero.picked', { dates: formats.selection(picked) })
          : t(isTrending ? 'hero.trendUtc' : 'hero.utc')}
      </p>
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

import { useTranslation } from 'react-i18next'
import { useDateFormats } from '#web/lib/date-format.ts'
import { isSameSelection } from '#web/lib/date-selection.ts'
import type { ListAddress } from './list-address.ts'

/** Which days the rows are from; where the filter differs from what was picked, also that. */
export function ListHero({ address: { dates, picked, launchStatus } }: { address: ListAddress }) {
  const { t } = useTranslation('list')
  const formats = useDateFormats()
  const isNarrowed = picked.kind !== 'none' && !isSameSelection(dates, picked)
  return (
    <header className="border-b border-rule pb-5">
      <p className="eyebrow">{t(`hero.${launchStatus}`)}</p>
      <h1 className="mt-1 text-2xl">
        {dates.kind === 'none' ? t('hero.allDays') : formats.selection(dates)}
      </h1>
      <p className="mt-1.5 text-sm text-muted">
        {isNarrowed ? t('hero.picked', { dates: formats.selection(picked) }) : t('hero.utc')}
      </p>
    </header>
  )
}

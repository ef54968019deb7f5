import { useTranslation } from 'react-i18next'
import { MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { useFormats } from '#web/lib/format.ts'
import { useToday } from '#web/lib/today.ts'
import { Button } from '#web/ui/button.tsx'
import type { DaysReading } from './typed-days.ts'
import type { StoreSearch } from './use-found-stores.ts'

type Props = { text: string; isEmpty: boolean; search: StoreSearch; days: DaysReading }

/** Messages besides the results: there are none, or the reason why some are missing. */
export function PaletteNote({ text, isEmpty, search, days }: Props) {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  if (days?.kind === 'future')
    return <p className="px-4 py-3 text-sm text-muted">{t('future', { day: formats.day(days.day) })}</p>
  if (days?.kind === 'tooLong')
    return <p className="px-4 py-3 text-sm text-muted">{t('tooLong', { most: MAX_RANGE_DAYS })}</p>
  switch (search.kind) {
    case 'failed':
      return (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
          <p>{t('storesFailed')}</p>
          <Button variant="secondary" size="sm" onClick={search.retry}>
            {t('retry')}
          </Button>
        </div>
      )
    case 'offline':
      return <p className="px-4 py-3 text-sm text-muted">{t('offline')}</p>
    case 'searching':
      return isEmpty ? <p className="px-4 py-8 text-center text-muted">{t('searching')}</p> : null
    case 'found':
    case 'none':
      return isEmpty ? <Nothing text={text} hasHint={search.kind === 'found'} /> : null
    default:
      return search satisfies never
  }
}

function Nothing({ text, hasHint }: { text: string; hasHint: boolean }) {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  const today = useToday()
  return (
    <div className="px-4 py-8 text-center">
      <p className="font-semibold">{t('none', { text })}</p>
      {hasHint && (
        <p className="mt-1 text-sm text-muted">{t('noneHint', { day: formats.shortDay(today) })}</p>
      )}
    </div>
  )
}

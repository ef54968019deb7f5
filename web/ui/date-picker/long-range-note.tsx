import { useTranslation } from 'react-i18next'
import { MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { shortened, type DateSelection } from '#web/lib/date-selection.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  /** Describes the button that the long range disables. */
  id?: string
  selection: DateSelection
  onChange: (selection: DateSelection) => void
}

/** Explains why the range is too long, and offers the nearest valid one. */
export function LongRangeNote({ id, selection, onChange }: Props) {
  const { t } = useTranslation('date-picker')
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p id={id} role="alert" className="text-bad">
        {t('tooLong.text', { most: MAX_RANGE_DAYS })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => onChange(shortened(selection))}>
        {t('tooLong.shorten', { most: MAX_RANGE_DAYS })}
      </Button>
    </div>
  )
}

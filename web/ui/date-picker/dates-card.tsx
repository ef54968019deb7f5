import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { useMedia } from '#web/lib/media.ts'
import { Card } from '#web/ui/card.tsx'
import { Calendar } from '#web/ui/date-picker/calendar.tsx'
import { DatePresets } from '#web/ui/date-picker/date-presets.tsx'
import { TypedDates } from '#web/ui/date-picker/typed-dates.tsx'

type Props = { selection: DateSelection; onChange: (selection: DateSelection) => void; today: Day }

/** From this width on, two months fit side by side beside the preview. */
const ROOM_FOR_TWO_MONTHS = '(min-width: 72rem)'

/** Three ways to make the same selection: presets, calendar, typing. */
export function DatesCard(props: Props) {
  const { t } = useTranslation(['date-picker', 'common'])
  const hasRoom = useMedia(ROOM_FOR_TWO_MONTHS)
  return (
    <Card className="min-w-0">
      <h2 className="sr-only">{t('date-picker:datesHeading')}</h2>
      <div className="border-b border-line p-4 sm:px-6">
        <DatePresets {...props} />
      </div>
      <div className="px-4 pt-4 sm:px-6">
        <Calendar {...props} monthCount={hasRoom ? 2 : 1} />
      </div>
      <div className="border-t border-line px-4 py-4 sm:px-6">
        <TypedDates {...props} isLimited className="sm:grid-cols-2" />
        <p className="text-sm text-muted">{t('date-picker:utcNote')}</p>
      </div>
    </Card>
  )
}

import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { monthOf } from '#web/lib/calendar.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { isSameSelection, presetSelection, spanOf, type DateSelection } from '#web/lib/date-selection.ts'
import { useToday } from '#web/lib/today.ts'
import { Card } from '#web/ui/card.tsx'
import { Calendar } from '#web/ui/date-picker/calendar.tsx'
import { DateChip } from '#web/ui/date-picker/date-chip.tsx'
import { PreviewCard } from './preview-card.tsx'
import { firstSampleDay, lastSampleDay } from './sample-days.ts'
import { useLandingPreview } from './use-landing-preview.ts'

/** A calendar beside the results for the picked days; it leads to the sign-up page. */
export function AnonymousPicker() {
  const today = useToday()
  const { selection, select, ...preview } = useLandingPreview()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,28rem)]">
      <Card className="min-w-0">
        <QuickDates selection={selection} onChange={select} today={today} />
        <div className="mx-auto max-w-2xl px-4 pt-4 pb-3 sm:px-6">
          <Calendar selection={selection} onChange={select} today={today} monthCount={1} />
        </div>
      </Card>
      <PreviewCard {...preview} selection={selection} select={select} />
    </div>
  )
}

type QuickDatesProps = { selection: DateSelection; onChange: (selection: DateSelection) => void; today: Day }

const quick = ['yesterday', 'last7', 'last28'] as const

/** Common date choices in one click, without the dashboard's letter keys, which visitors here do not know. */
function QuickDates({ selection, onChange, today }: QuickDatesProps) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const sample = spanOf(firstSampleDay, lastSampleDay)
  const chips: [label: string, selection: DateSelection][] = [
    ...quick.map((preset): [string, DateSelection] => [
      t(`presets.${preset}`),
      presetSelection(preset, today),
    ]),
    [t('landing.sampleDays', { month: formats.month(monthOf(firstSampleDay)) }), sample],
  ]
  return (
    <div
      role="group"
      aria-label={t('presets.label')}
      className="flex flex-wrap gap-2 border-b border-line p-4 sm:px-6"
    >
      {chips.map(([label, dates]) => (
        <DateChip
          key={label}
          label={label}
          isChosen={isSameSelection(selection, dates)}
          onChoose={() => onChange(dates)}
        />
      ))}
    </div>
  )
}

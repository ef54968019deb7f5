import { Keyboard } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import type { DateSelection, DatesProps } from '#web/lib/dates/date-selection.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Calendar } from './calendar.tsx'
import { PickerAction } from './date-picker.tsx'
import { DatePresets, PeriodSteps } from './periods.tsx'
import { Counters, LongRangeNote, PreviewFailure, usePreview } from './preview.tsx'
import { TypedDates } from './typed-dates.tsx'

/** The picker in the width of a column: figures load at once, and the button searches. */
export function DateCard(props: DatesProps) {
  const { selection } = props
  const { t } = useTranslation('date-picker')
  const [preview, load] = usePreview(selection, 'app', props.today)
  const [isTyping, setTyping] = useState(false)
  const [titleId, whyId] = [useId(), useId()]
  const hasDates = selection.kind !== 'none'
  return (
    <section
      aria-labelledby={titleId}
      className="relative rounded-lg border border-line bg-surface px-3 pb-3"
    >
      <CardTitle id={titleId} selection={selection} />
      <DatePresets {...props} isCompact />
      <Calendar {...props} monthCount={1} isCompact />
      {isTyping && (
        <TypedDates {...props} isLimited className="grid-cols-2 border-t border-line pt-2" />
      )}
      <Counters
        preview={preview}
        pathTo={hasDates ? (view) => searchPath(selection, view) : null}
        isCompact
      />
      {preview.state === 'failed' && <PreviewFailure preview={preview} />}
      {preview.state === 'tooLong' && <LongRangeNote id={whyId} {...props} />}
      <div className="mt-1.5 flex items-center gap-1.5 *:first:grow">
        <PickerAction mode="app" {...{ selection, preview, whyId }} onLoad={load} size="sm" />
        <PeriodSteps {...props} />
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('typed.open')}
          title={t('typed.open')}
          aria-expanded={isTyping}
          onClick={() => setTyping(!isTyping)}
          className="-ms-1.5"
        >
          <Keyboard className="size-5" aria-hidden />
        </Button>
      </div>
    </section>
  )
}

/** One or two lines in a box of fixed height; the calendar's month is at its right. */
function CardTitle({ id, selection }: { id: string; selection: DateSelection }) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const dates = selection.kind === 'none' ? null : formats.selection(selection)
  return (
    <div
      className="flex h-10 flex-col justify-center pe-36 pointer-coarse:h-13"
      title={dates ?? undefined}
    >
      <h2 id={id} className={dates ? 'text-2xs font-normal text-muted' : 'text-sm font-semibold'}>
        {t(`selection.${selection.kind}`)}
      </h2>
      <p className="truncate text-xs font-semibold" aria-live="polite">
        {dates}
      </p>
    </div>
  )
}

import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { searchPath } from '#web/lib/date-search.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { Card } from '#web/ui/card.tsx'
import { Counters } from '#web/ui/date-picker/counters.tsx'
import { LongRangeNote } from '#web/ui/date-picker/long-range-note.tsx'
import { PeriodSteps } from '#web/ui/date-picker/period-steps.tsx'
import { PickerAction } from '#web/ui/date-picker/picker-action.tsx'
import { PreviewFailure } from '#web/ui/date-picker/preview-failure.tsx'
import { RisingSun } from '#web/ui/date-picker/rising-sun.tsx'
import { usePreview, type PickerMode } from '#web/ui/date-picker/use-preview.ts'

type Props = {
  mode: PickerMode
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
}

/** The counts for the chosen dates, and the next step. */
export function PreviewPanel({ mode, selection, onChange, today }: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const [preview, load] = usePreview(selection, mode)
  const whyId = useId()
  const hasDates = selection.kind !== 'none'
  return (
    <Card className="overflow-hidden lg:sticky lg:top-22">
      <div className="relative overflow-hidden border-b border-rule px-5 pt-4 pb-5 sm:px-6">
        <RisingSun />
        <div className="flex min-h-9 items-center justify-between gap-2">
          <p className="eyebrow">{t(`selection.${selection.kind}`)}</p>
          {hasDates && <PeriodSteps {...{ selection, onChange, today }} />}
        </div>
        <h2 className="mt-1 min-h-9.5 pe-16 text-xl" aria-live="polite">
          {hasDates ? formats.selection(selection) : t('selection.prompt')}
        </h2>
      </div>
      <Counters
        preview={preview}
        pathTo={mode === 'app' && hasDates ? (view) => searchPath(selection, view) : null}
      />
      <div className="grid gap-3 border-t border-line px-5 py-5 sm:px-6">
        {preview.state === 'failed' && <PreviewFailure preview={preview} />}
        {preview.state === 'tooLong' && <LongRangeNote id={whyId} {...{ selection, onChange }} />}
        <PickerAction mode={mode} selection={selection} preview={preview} onLoad={load} whyId={whyId} />
      </div>
    </Card>
  )
}

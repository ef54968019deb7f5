import type { Day } from '#contracts/dates.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { DatesCard } from '#web/ui/date-picker/dates-card.tsx'
import { PreviewPanel } from '#web/ui/date-picker/preview-panel.tsx'
import type { PickerMode } from '#web/ui/date-picker/use-preview.ts'

type Props = {
  /**
   * `app`: figures load at once and link to the list; the button searches. `landing`: the button first loads the figures, then leads
   * members to the dashboard, guests to the prices and all others to the sign-in page.
   */
  mode: PickerMode
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
}

/** Select a day or a range, with the results beside it. */
export function DatePicker(props: Props) {
  const { selection, onChange, today } = props
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
      <DatesCard selection={selection} onChange={onChange} today={today} />
      <PreviewPanel {...props} />
    </div>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_RANGE_DAYS, type Day } from '#contracts/dates.ts'
import { boundsOf, EARLIEST_DAY, isSameSelection, type DateSelection } from '#web/lib/date-selection.ts'
import { readTyped, type TypedField } from '#web/lib/typed-dates.ts'
import { cn } from '#web/lib/cn.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type Props = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  className?: string
}

type Drafts = Record<TypedField, string>

const draftsOf = (selection: DateSelection): Drafts => {
  const bounds = boundsOf(selection)
  return { from: bounds?.from ?? '', to: selection.kind === 'range' ? selection.to : '' }
}

/** The same selection as two date fields, for people who would rather type. What is complete counts at once. */
export function TypedDates({ selection, onChange, today, className }: Props) {
  const { t } = useTranslation('date-picker')
  const [drafts, setDrafts] = useState(() => draftsOf(selection))
  const [seen, setSeen] = useState(selection)
  const [typed, setTyped] = useState(selection)
  // A problem is told when the field is left: while a year is being typed every date is wrong.
  const [isJudged, setJudged] = useState(false)
  if (!isSameSelection(seen, selection)) {
    setSeen(selection)
    if (!isSameSelection(typed, selection)) {
      setDrafts(draftsOf(selection))
      setJudged(false)
    }
  }
  const reading = readTyped(drafts.from, drafts.to, today)
  const problem = isJudged && reading.kind === 'problem' ? reading : null

  const type = (field: TypedField, text: string) => {
    const next = { ...drafts, [field]: text }
    setDrafts(next)
    setJudged(false)
    const read = readTyped(next.from, next.to, today)
    if (read.kind !== 'selection' || isSameSelection(read.selection, selection)) return
    setTyped(read.selection)
    onChange(read.selection)
  }

  return (
    <div className={cn('grid items-start gap-4', className)}>
      {(['from', 'to'] as const).map((field) => (
        <Field
          key={field}
          label={t(`typed.${field}`)}
          error={
            problem?.field === field
              ? t(`typed.problem.${problem.problem}`, { days: MAX_RANGE_DAYS })
              : undefined
          }
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              min={EARLIEST_DAY}
              max={today}
              value={drafts[field]}
              onChange={(event) => type(field, event.target.value)}
              onBlur={() => setJudged(true)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

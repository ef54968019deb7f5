import { type FocusEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Day, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { type DateWords, readDay, type TypedDay, useDateWords } from '#web/lib/dates/date-parser.ts'
import {
  boundsOf,
  type DateSelection,
  type DatesProps,
  EARLIEST_DAY,
  isSameSelection,
  isTooLong,
  NO_DATES,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { TextField } from '#web/ui/form/form-controls.tsx'

type Props = DatesProps & {
  /** Refuses a range of more days than the API accepts, with an error at the field. */
  isLimited?: boolean
  className?: string
}

const fields = ['from', 'to'] as const

/**
 * In many formats, with how they are read. Complete dates apply at once, others on Enter or when
 * the field loses the focus.
 */
export function TypedDates({ selection, onChange, today, isLimited = false, className }: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const { day: dayText } = useFormats()
  const words = useDateWords(today)
  const hintId = useId()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [seen, setSeen] = useState(selection)
  const [typed, setTyped] = useState(selection)
  // Problems show only after the field has lost the focus, because a half-typed date is always a
  // problem.
  const [isValidated, setValidated] = useState(false)
  if (!isSameSelection(seen, selection)) {
    setSeen(selection)
    if (!isSameSelection(typed, selection)) {
      setTyped(selection)
      setDrafts({})
      setValidated(false)
    }
  }
  const readingOf = (current: Drafts) => {
    const [from, to] = fields.map((field) =>
      endOf(current[field], chosenDay(selection, field), words),
    )
    return readTyped(from ?? null, to ?? null, today, isLimited)
  }
  const reading = readingOf(drafts)
  const problem = isValidated && reading.kind === 'problem' ? reading : null
  const isTyping = fields.some((field) => drafts[field]?.trim())

  const choose = (next: DateSelection) => {
    if (isSameSelection(next, selection)) return
    setTyped(next)
    onChange(next)
  }
  const type = (field: TypedField, text: string) => {
    const next = draftsAfter(drafts, selection, dayText, { field, text })
    setDrafts(next)
    setValidated(false)
    const read = readingOf(next)
    if (read.kind === 'selection' && read.isWhole) choose(read.selection)
  }
  const apply = (isLeaving: boolean) => {
    if (reading.kind === 'problem') return setValidated(true)
    if (reading.kind === 'incomplete' && !isLeaving) return
    choose(reading.selection)
    setDrafts({})
  }
  const onBlur = (event: FocusEvent<HTMLDivElement>) =>
    apply(!event.currentTarget.contains(event.relatedTarget))

  return (
    <div onBlur={onBlur}>
      <div className={cn('grid items-start gap-4', className)}>
        {fields.map((field) => {
          const chosen = chosenDay(selection, field)
          return (
            <TextField
              key={field}
              label={t(`typed.${field}`)}
              error={
                problem?.field === field
                  ? t(`typed.problem.${problem.problem}`, { most: MAX_RANGE_DAYS })
                  : undefined
              }
              describedBy={hintId}
              autoComplete="off"
              spellCheck={false}
              value={drafts[field] ?? (chosen ? dayText(chosen) : '')}
              onChange={(event) => type(field, event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && apply(true)}
            />
          )
        })}
      </div>
      <p id={hintId} className="mt-2 min-h-5.5 text-sm text-muted">
        <span role="status">
          {isTyping && reading.kind !== 'problem'
            ? t('typed.reads', { dates: formats.selection(reading.selection) })
            : null}
        </span>
        {!isTyping &&
          t('typed.hint', {
            day: dayText(today),
            iso: today,
            today: words.words.today.toLowerCase(),
          })}
      </p>
    </div>
  )
}

function endOf(draft: string | undefined, chosen: Day | null, words: DateWords): TypedEnd {
  if (draft === undefined) return chosen ? { day: chosen, isWhole: true } : null
  if (draft.trim() === '') return null
  return readDay(draft, words) ?? 'unreadable'
}

type TypedField = 'from' | 'to'
type TypedProblem = 'invalid' | 'future' | 'tooLong'

export type TypedEnd = TypedDay | 'unreadable' | null

export type TypedReading =
  | {
      kind: 'selection'
      selection: DateSelection
      /** The input is complete, so it may apply before the field loses the focus. */
      isWhole: boolean
    }
  | { kind: 'problem'; field: TypedField; problem: TypedProblem }
  /** Not an error yet: after both fields lose the focus, it counts as a single day. */
  | { kind: 'incomplete'; selection: DateSelection }

/** Only the text that the user is typing; all other text in the fields is formatted by the page. */
type Drafts = Partial<Record<TypedField, string>>

/** The day shown in a field. For a single day, only the first field shows it. */
function chosenDay(selection: DateSelection, field: TypedField): Day | null {
  if (field === 'to') return selection.kind === 'range' ? selection.to : null
  return boundsOf(selection)?.from ?? null
}

/**
 * The other field keeps its text: an end before the start swaps the selection during typing, and
 * the fields must not swap with it.
 */
export function draftsAfter(
  drafts: Drafts,
  selection: DateSelection,
  dayText: (day: Day) => string,
  { field, text }: { field: TypedField; text: string },
): Drafts {
  const shown = (each: TypedField): string => {
    const chosen = chosenDay(selection, each)
    return drafts[each] ?? (chosen ? dayText(chosen) : '')
  }
  return { from: shown('from'), to: shown('to'), [field]: text }
}

/** An empty end means the start alone; the dates may come in any order. */
export function readTyped(
  from: TypedEnd,
  to: TypedEnd,
  today: Day,
  isLimited = false,
): TypedReading {
  const problem = problemOf('from', from, today) ?? problemOf('to', to, today)
  if (problem) return problem
  // Safe: unreadable input has already been returned as a problem.
  const [first, last] = [from as TypedDay | null, to as TypedDay | null]
  if (!first) {
    return last
      ? { kind: 'incomplete', selection: spanOf(last.day, last.day) }
      : { kind: 'selection', selection: NO_DATES, isWhole: true }
  }
  const selection = spanOf(first.day, last?.day ?? first.day)
  if (isLimited && isTooLong(selection)) return { kind: 'problem', field: 'to', problem: 'tooLong' }
  return {
    kind: 'selection',
    selection,
    isWhole: first.isWhole && (last?.isWhole ?? true),
  }
}

function problemOf(field: TypedField, end: TypedEnd, today: Day): TypedReading | null {
  if (end === null) return null
  if (end === 'unreadable' || end.day < EARLIEST_DAY)
    return { kind: 'problem', field, problem: 'invalid' }
  return end.day > today ? { kind: 'problem', field, problem: 'future' } : null
}

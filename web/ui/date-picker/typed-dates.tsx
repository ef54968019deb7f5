import { useId, useState, type FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Day, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { isSameSelection, type DateSelection } from '#web/lib/date-selection.ts'
import { readDay, type DateWords } from '#web/lib/date-words.ts'
import { useFormats } from '#web/lib/format.ts'
import { languageOf } from '#web/lib/load-texts.ts'
import {
  chosenDay,
  draftsAfter,
  type Drafts,
  readTyped,
  type TypedEnd,
  type TypedField,
} from '#web/lib/typed-dates.ts'
import { cn } from '#web/lib/cn.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type Props = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  /** Refuses a range of more days than the API accepts, with an error at the field. */
  isLimited?: boolean
  className?: string
}

const fields = ['from', 'to'] as const

/**
 * The same selection as two text fields. They accept many date formats and show how they read them. Complete dates apply at once, others on
 * Enter or when the field loses the focus.
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
  // Problems show only after the field has lost the focus, because a half-typed date is always a problem.
  const [isJudged, setJudged] = useState(false)
  if (!isSameSelection(seen, selection)) {
    setSeen(selection)
    if (!isSameSelection(typed, selection)) {
      setTyped(selection)
      setDrafts({})
      setJudged(false)
    }
  }
  const readingOf = (current: Drafts) => {
    const [from, to] = fields.map((field) => endOf(current[field], chosenDay(selection, field), words))
    return readTyped(from ?? null, to ?? null, today, isLimited)
  }
  const reading = readingOf(drafts)
  const problem = isJudged && reading.kind === 'problem' ? reading : null
  const isTyping = fields.some((field) => drafts[field]?.trim())

  const choose = (next: DateSelection) => {
    if (isSameSelection(next, selection)) return
    setTyped(next)
    onChange(next)
  }
  const type = (field: TypedField, text: string) => {
    const next = draftsAfter(drafts, selection, dayText, { field, text })
    setDrafts(next)
    setJudged(false)
    const read = readingOf(next)
    if (read.kind === 'selection' && read.isWhole) choose(read.selection)
  }
  const settle = (isLeaving: boolean) => {
    if (reading.kind === 'problem') return setJudged(true)
    if (reading.kind === 'incomplete' && !isLeaving) return
    choose(reading.selection)
    setDrafts({})
  }
  const onBlur = (event: FocusEvent<HTMLDivElement>) =>
    settle(!event.currentTarget.contains(event.relatedTarget))

  return (
    <div onBlur={onBlur}>
      <div className={cn('grid items-start gap-4', className)}>
        {fields.map((field) => {
          const chosen = chosenDay(selection, field)
          return (
            <Field
              key={field}
              label={t(`typed.${field}`)}
              error={
                problem?.field === field
                  ? t(`typed.problem.${problem.problem}`, { most: MAX_RANGE_DAYS })
                  : undefined
              }
              describedBy={hintId}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  value={drafts[field] ?? (chosen ? dayText(chosen) : '')}
                  onChange={(event) => type(field, event.target.value)}
                  onKeyDown={(event) => event.key === 'Enter' && settle(true)}
                />
              )}
            </Field>
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
          t('typed.hint', { day: dayText(today), iso: today, today: words.words.today.toLowerCase() })}
      </p>
    </div>
  )
}

/** Content of a field: the typed text or, without any, the chosen day. */
function endOf(draft: string | undefined, chosen: Day | null, words: DateWords): TypedEnd {
  if (draft === undefined) return chosen ? { day: chosen, isWhole: true } : null
  if (draft.trim() === '') return null
  return readDay(draft, words) ?? 'unreadable'
}

function useDateWords(today: Day): DateWords {
  const { t, i18n } = useTranslation('date-picker')
  const words = { today: t('presets.today'), yesterday: t('presets.yesterday') }
  return { language: languageOf(i18n), today, words }
}

import { type FormEvent, memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import {
  type Band,
  type FilterChoice,
  type FilterKey,
  readDays,
  readSpan,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'
import type { ChangeFilter } from '#web/catalog/list/list-change.ts'
import {
  boundsOf,
  type DateSelection,
  EARLIEST_DAY,
  NO_DATES,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { TypedDates } from '#web/ui/date-picker/typed-dates.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { typedRange, withTyped } from './filter-choice.ts'

type Props = { filterKey: FilterKey; choice: FilterChoice; onChange: ChangeFilter }
type Drafts = readonly [least: string, most: string]

const OPEN: Band = [null, null]
const draftsOf = ([least, most]: Band): Drafts => [String(least ?? ''), String(most ?? '')]

/**
 * A custom range, from and to; either end may be open. Applies on Enter, or when the fields lose
 * the focus.
 */
export const RangeFields = memo(function RangeFields({ filterKey, choice, onChange }: Props) {
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const problemId = useId()
  const range = typedRange(filterKey, choice)
  const current = range ? writeSpan(range) : ''
  const [drafts, setDrafts] = useState(draftsOf(range ?? OPEN))
  const [seen, setSeen] = useState(current)
  const [isValidated, setValidated] = useState(false)
  if (seen !== current) {
    setSeen(current)
    setDrafts(draftsOf(range ?? OPEN))
    setValidated(false)
  }
  const text = `${drafts[0].trim()}..${drafts[1].trim()}`
  const isEmpty = text === '..'
  const hasProblem = isValidated && !isEmpty && readSpan(text) === null
  const apply = () => {
    const typed = readSpan(text)
    setValidated(true)
    if (isEmpty ? current === '' : typed === null || writeSpan(typed) === current) return
    onChange(filterKey, (current) => withTyped(current, typed && writeSpan(typed)))
  }
  const field = (at: 0 | 1) => (
    <Input
      inputMode="numeric"
      autoComplete="off"
      aria-label={`${words.name(filterKey)}${words.colon}${t(at === 0 ? 'filters.least' : 'filters.most')}`}
      aria-invalid={hasProblem || undefined}
      aria-describedby={hasProblem ? problemId : undefined}
      onBlur={(event) => !event.currentTarget.form?.contains(event.relatedTarget) && apply()}
      placeholder={t(at === 0 ? 'filters.least' : 'filters.most')}
      value={drafts[at]}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '').slice(0, 9)
        setDrafts(at === 0 ? [digits, drafts[1]] : [drafts[0], digits])
        setValidated(false)
      }}
      className="min-h-7.5! px-2! text-xs! pointer-coarse:min-h-11! pointer-coarse:text-base!"
    />
  )
  return (
    <form
      noValidate
      className="mt-1.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply()
      }}
    >
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        {field(0)}
        <span className="text-muted" aria-hidden>
          –
        </span>
        {field(1)}
      </div>
      {/* With two fields, Enter submits the form only if it has a button. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        {t('filters.apply')}
      </button>
      {hasProblem && (
        <p id={problemId} className="mt-1 font-medium text-bad">
          {t('filters.crossed')}
        </p>
      )}
    </form>
  )
})

export function DaysFilter({ filterKey, choice, today, onChange }: Props & { today: Day }) {
  return (
    <TypedDates
      selection={selectionOf(choice, today)}
      today={today}
      onChange={(selection) => {
        const bounds = boundsOf(selection)
        onChange(filterKey, (current) =>
          withTyped(current, bounds && `${bounds.from}..${bounds.to}`),
        )
      }}
      className="grid-cols-1"
    />
  )
}

/** An open end extends to the first or last possible day. */
function selectionOf({ include: [text, ...others] }: FilterChoice, today: Day): DateSelection {
  const days = text === undefined || others.length > 0 ? null : readDays(text)
  return days ? spanOf(days[0] ?? EARLIEST_DAY, days[1] ?? today) : NO_DATES
}

import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor } from '#contracts/catalog/score-profile.ts'
import { Input } from '#web/ui/form/form-controls.tsx'

const MAX_DAYS = 365
const MAX_END = 999_999

type DaysProps = { value: number; onChange: (value: number) => void }

export function DaysField({ value, onChange }: DaysProps) {
  const { t } = useTranslation('score')
  const [draft, setDraft] = useState(String(value))
  const days = wholeOf(draft, MAX_DAYS)
  const note = useId()
  return (
    <>
      <NumberInput
        isFirst
        label={t('settings.label.fullDays')}
        value={draft}
        isWrong={days === null}
        note={note}
        onChange={(text) => {
          setDraft(text)
          const next = wholeOf(text, MAX_DAYS)
          if (next !== null) onChange(next)
        }}
      />
      {days === null && <Problem id={note} text={t('settings.number', { most: MAX_DAYS })} />}
    </>
  )
}

type Range = { from: number; to: number | null }
type RangeProps = {
  factor: Extract<Factor, { kind: 'catalogueSize' | 'price' }>
  onChange: (range: Range) => void
}

/** Both ends; without the last there is no upper one. */
export function RangeFields({ factor, onChange }: RangeProps) {
  const { t } = useTranslation('score')
  const [drafts, setDrafts] = useState({ from: String(factor.from), to: String(factor.to ?? '') })
  const range = rangeOf(drafts)
  const note = useId()
  const field = (end: 'from' | 'to') => (
    <NumberInput
      isFirst={end === 'from'}
      label={t(`settings.${end}`)}
      value={drafts[end]}
      isWrong={range === null}
      note={note}
      onChange={(text) => {
        const next = { ...drafts, [end]: text }
        setDrafts(next)
        const read = rangeOf(next)
        if (read) onChange(read)
      }}
    />
  )
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        {field('from')}
        <span className="text-muted" aria-hidden>
          –
        </span>
        {field('to')}
      </div>
      {range === null && <Problem id={note} text={t('settings.crossed')} />}
    </>
  )
}

const WHOLE = /^\d{1,6}$/

function wholeOf(text: string, most: number): number | null {
  const value = WHOLE.test(text.trim()) ? Number(text) : null
  return value !== null && value <= most ? value : null
}

/** An empty field is an open end: from 0, and to any figure. */
function rangeOf(drafts: { from: string; to: string }): Range | null {
  const from = drafts.from.trim() === '' ? 0 : wholeOf(drafts.from, MAX_END)
  const isOpen = drafts.to.trim() === ''
  const to = isOpen ? null : wholeOf(drafts.to, MAX_END)
  if (from === null || (to === null && !isOpen) || (to !== null && from > to)) return null
  return { from, to }
}

type InputProps = {
  label: string
  value: string
  isFirst: boolean
  isWrong: boolean
  note: string
  onChange: (text: string) => void
}

const NumberInput = ({ label, value, isFirst, isWrong, note, onChange }: InputProps) => (
  <Input
    {...(isFirst && { 'data-first': true })}
    inputMode="numeric"
    autoComplete="off"
    maxLength={6}
    aria-label={label}
    placeholder={label}
    aria-invalid={isWrong || undefined}
    aria-describedby={isWrong ? note : undefined}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className="min-h-9! px-2.5! text-sm! pointer-coarse:min-h-11! pointer-coarse:text-base!"
  />
)

const Problem = ({ id, text }: { id: string; text: string }) => (
  <p id={id} role="status" className="text-xs font-medium text-bad">
    {text}
  </p>
)

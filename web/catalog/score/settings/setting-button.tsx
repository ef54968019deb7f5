import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Category } from '#contracts/catalog/facts.ts'
import type { Factor } from '#contracts/catalog/score-profile.ts'
import type { SettingName } from '#web/lib/i18n/score-words.ts'
import { Segmented } from '#web/ui/choices.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ValuePicker } from './value-picker.tsx'

type Props = {
  factor: Factor
  setting: SettingName
  /** Of the factor. */
  name: string
  /** What the sentence says. */
  text: string
  onChange: (factor: Factor) => void
}

/** A part of a rule's sentence; a press opens its editor. Every change takes effect at once. */
export function SettingButton({ factor, setting, name, text, onChange }: Props) {
  const { t } = useTranslation('score')
  return (
    <Popover
      label={t(`settings.label.${setting}`)}
      className="w-[min(19rem,calc(100vw-1.5rem))]"
      button={{
        // It contains the words of the sentence, by which voice control finds it.
        'aria-label': t('settings.change', { factor: name, value: text }),
        className:
          'inline text-start text-ink underline decoration-control decoration-dotted underline-offset-4 hover:decoration-solid',
        children: text,
      }}
    >
      <div className="grid gap-2.5">
        <p className="text-sm font-semibold">{t(`settings.label.${setting}`)}</p>
        <Editor factor={factor} onChange={onChange} />
      </div>
    </Popover>
  )
}

type EditorProps = Pick<Props, 'factor' | 'onChange'>

/** A factor has one editor, which any of its settings opens. */
function Editor({ factor, onChange }: EditorProps) {
  switch (factor.kind) {
    case 'launchAge':
      return (
        <DaysField
          value={factor.fullDays}
          onChange={(fullDays) => onChange({ ...factor, fullDays })}
        />
      )
    case 'contact':
    case 'newProducts':
      return <ChoiceEditor factor={factor} onChange={onChange} />
    case 'catalogueSize':
    case 'price':
      return <RangeFields factor={factor} onChange={(range) => onChange({ ...factor, ...range })} />
    case 'hasApp':
    case 'lacksApp':
      return (
        <ValuePicker
          filterKey="apps"
          all={factor.apps}
          onChange={({ all }) => onChange({ ...factor, apps: all })}
        />
      )
    case 'theme':
      return (
        <ValuePicker
          filterKey="themeFamily"
          all={factor.themes}
          onChange={({ all }) => onChange({ ...factor, themes: all })}
        />
      )
    case 'category':
    case 'country':
      return <PlacesEditor factor={factor} onChange={onChange} />
    case 'alive':
    case 'risk':
      return null
    default:
      return factor satisfies never
  }
}

type Chosen = Extract<Factor, { kind: 'contact' | 'newProducts' }>

const bests = ['named', 'business'] as const
const windows = ['7', '30'] as const

function ChoiceEditor({ factor, onChange }: { factor: Chosen; onChange: Props['onChange'] }) {
  const { t } = useTranslation('score')
  return factor.kind === 'contact' ? (
    <Segmented
      isSmall
      label={t('settings.label.best')}
      choices={bests}
      value={factor.best}
      onChange={(best) => onChange({ ...factor, best })}
    >
      {(best) => t(`settings.best.${best}`)}
    </Segmented>
  ) : (
    <Segmented
      isSmall
      label={t('settings.label.window')}
      choices={windows}
      value={factor.window === 7 ? '7' : '30'}
      onChange={(window) => onChange({ ...factor, window: window === '7' ? 7 : 30 })}
    >
      {(window) => t('settings.window', { count: Number(window) })}
    </Segmented>
  )
}

type Placed = Extract<Factor, { kind: 'category' | 'country' }>

function PlacesEditor({ factor, onChange }: { factor: Placed; onChange: Props['onChange'] }) {
  const { all, half } = factor
  return (
    <ValuePicker
      filterKey={factor.kind}
      all={all}
      half={half}
      onChange={(lists) =>
        onChange(
          factor.kind === 'country'
            ? { ...factor, ...lists }
            : { ...factor, all: categoriesOf(lists.all), half: categoriesOf(lists.half) },
        )
      }
    />
  )
}

/** The list of a filter offers no others. */
const categoriesOf = (values: readonly string[]): Category[] =>
  values.flatMap((value) => Category.safeParse(value).data ?? [])

const MAX_DAYS = 365
const MAX_END = 999_999

type DaysProps = { value: number; onChange: (value: number) => void }

function DaysField({ value, onChange }: DaysProps) {
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
function RangeFields({ factor, onChange }: RangeProps) {
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

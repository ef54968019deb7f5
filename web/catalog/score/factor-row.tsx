import { Minus, Pin, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor } from '#contracts/catalog/score-profile.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { ScoreWords } from '#web/lib/i18n/score-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { DraftFactor } from './draft.ts'
import { SettingButton } from './settings/setting-button.tsx'

type FactorRowProps = {
  item: DraftFactor
  words: ScoreWords
  /** The end of the scale. */
  most: number
  /** Of the stores beside it, how many have no known value. */
  unknown: { count: number; total: number }
  /** The last factor stays. */
  canRemove: boolean
  onWeigh: (id: number, weight: number) => void
  onPin: (id: number, isPinned: boolean) => void
  onChange: (id: number, factor: Factor) => void
  onRemove: (id: number) => void
}

/** A factor: its weight, and its rule in one sentence whose underlined parts are its settings. */
export function FactorRow({ item, words, most, unknown, canRemove, ...on }: FactorRowProps) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const id = useId()
  const { factor, isPinned, saved } = item
  const name = words.name(factor.kind)
  return (
    <li className="group relative grid min-h-14.25 grid-cols-[minmax(0,1fr)_1.5rem_8.5rem_5.375rem] items-center gap-x-2 border-b border-line ps-pad pe-3 py-1 text-xs max-xl:grid-cols-[minmax(0,1fr)_1.5rem_6rem_5.375rem] @max-[25rem]:grid-cols-[minmax(0,1fr)_auto] @max-[25rem]:gap-y-1 @max-[25rem]:py-2 2xl:min-h-16 pointer-coarse:grid-cols-[minmax(0,1fr)_auto]">
      <span className="flex min-w-0 items-baseline gap-2.5">
        <b
          id={`${id}-name`}
          className="text-sm leading-5.5 font-semibold whitespace-nowrap @max-[25rem]:whitespace-normal"
        >
          {name}
        </b>
        {unknown.count > 0 && (
          <span className="truncate text-faint max-xl:sr-only">
            {t('weight.unknown', {
              unknown: formats.number(unknown.count),
              total: formats.number(unknown.total),
            })}
          </span>
        )}
      </span>
      <WeightControl
        name={name}
        labelId={`${id}-name`}
        ruleId={`${id}-rule`}
        weight={factor.weight}
        saved={saved}
        most={most}
        isPinned={isPinned}
        onWeigh={(weight) => on.onWeigh(item.id, weight)}
        onPin={(pin) => on.onPin(item.id, pin)}
      />
      <div className="col-span-full flex items-center gap-2">
        <div id={`${id}-rule`} className="min-w-0 flex-1 leading-4.5 text-muted">
          {words.rule(factor).map(({ text, setting }, at) =>
            setting === null ? (
              // The parts of a sentence keep their order.
              <span key={at}>{text}</span>
            ) : (
              <SettingButton
                key={at}
                factor={factor}
                setting={setting}
                name={name}
                text={text}
                onChange={(changed) => on.onChange(item.id, changed)}
              />
            ),
          )}
        </div>
        {canRemove && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('weight.remove', { factor: name })}
            title={t('weight.remove', { factor: name })}
            onClick={() => on.onRemove(item.id)}
            className="size-6! -my-1 shrink-0 pointer-fine:absolute pointer-fine:end-3 pointer-fine:bottom-0.5 bg-canvas text-faint opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:size-11! pointer-coarse:opacity-100"
          >
            <Trash2 className="size-3.5" aria-hidden />
          </Button>
        )}
      </div>
    </li>
  )
}

const PAGE_STEP = 5
/** By which a key changes the weight; Home and End lead to the ends, as the browser has it. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: PAGE_STEP,
  PageDown: -PAGE_STEP,
}

type Props = {
  /** The factor, and what its rule is. */
  name: string
  labelId: string
  ruleId: string
  weight: number
  /** In the saved profile. */
  saved: number
  /** The end of the scale. */
  most: number
  isPinned: boolean
  onWeigh: (weight: number) => void
  onPin: (isPinned: boolean) => void
}

/** Pin, slider and stepper. Arrow keys change the weight by 1, Page keys by 5. */
function WeightControl(props: Props) {
  const { name, labelId, ruleId, weight, saved, most, onWeigh } = props
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    // The browser's own Page step is a tenth of the scale, and the scale has an end.
    event.preventDefault()
    onWeigh(weight + step)
  }
  return (
    <>
      <PinButton {...props} />
      <span className="relative flex h-7 items-center pointer-coarse:h-11">
        <span aria-hidden className="absolute inset-x-0 h-1 rounded-full bg-rule" />
        <span aria-hidden style={{ width: placeOf(weight, most) }} className={FILLED} />
        <span
          aria-hidden
          style={{ insetInlineStart: placeOf(saved, most) }}
          className="absolute bottom-0 h-1.25 w-0.5 -translate-x-1/2 rounded-full bg-control"
        />
        <input
          type="range"
          min={0}
          max={most}
          value={weight}
          aria-labelledby={labelId}
          aria-describedby={ruleId}
          onKeyDown={press}
          onChange={(event) => onWeigh(event.target.valueAsNumber)}
          className={SLIDER}
        />
      </span>
      <Stepper name={name} weight={weight} isPinned={props.isPinned} onWeigh={onWeigh} />
    </>
  )
}

const THUMB_PX = 14
/** The middle of the thumb, which stays within the ends of the scale. */
const placeOf = (weight: number, most: number): string =>
  `calc(${THUMB_PX / 2}px + ${Math.min(1, weight / most)} * (100% - ${THUMB_PX}px))`

const FILLED = 'absolute start-0 h-1 rounded-full bg-ink'
const SLIDER = cn(
  'relative m-0 h-6 w-full cursor-pointer appearance-none bg-transparent pointer-coarse:h-11',
  '[&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-ink [&::-webkit-slider-thumb]:bg-surface hover:[&::-webkit-slider-thumb]:bg-ink',
  '[&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-ink [&::-moz-range-thumb]:bg-surface hover:[&::-moz-range-thumb]:bg-ink',
)

function PinButton({ name, isPinned, onPin }: Pick<Props, 'name' | 'isPinned' | 'onPin'>) {
  const { t } = useTranslation('score')
  return (
    <button
      type="button"
      aria-pressed={isPinned}
      aria-label={t('weight.pin', { factor: name })}
      title={t(isPinned ? 'weight.pinned' : 'weight.free')}
      onClick={() => onPin(!isPinned)}
      className={cn(
        'grid size-6 place-items-center justify-self-end rounded-sm pointer-coarse:size-11',
        isPinned ? 'text-ink' : 'text-faint opacity-0 group-hover:opacity-100',
        'focus-visible:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      <Pin className={cn('size-3.5', isPinned && 'fill-current')} aria-hidden />
    </button>
  )
}

type StepperProps = Pick<Props, 'name' | 'weight' | 'isPinned' | 'onWeigh'>

function Stepper({ name, weight, isPinned, onWeigh }: StepperProps) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const step = (by: 1 | -1) => {
    const Icon = by === 1 ? Plus : Minus
    return (
      <button
        type="button"
        aria-label={t(by === 1 ? 'weight.more' : 'weight.less', { factor: name })}
        onClick={() => onWeigh(weight + by)}
        className="grid h-full place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon className="size-3.5" aria-hidden />
      </button>
    )
  }
  return (
    <span className="grid h-6.5 grid-cols-[1.625rem_1fr_1.625rem] items-center rounded-md border border-control bg-surface pointer-coarse:h-11 pointer-coarse:grid-cols-[2.75rem_1fr_2.75rem]">
      {step(-1)}
      {/* The slider says it to screen readers. */}
      <span aria-hidden className={cn('text-center text-sm', isPinned && 'font-semibold')}>
        {formats.number(weight)}
      </span>
      {step(1)}
    </span>
  )
}

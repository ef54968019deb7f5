import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, type Day, daysBetween } from '#contracts/dates.ts'
import { useAreShortcutsOn, useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import {
  boundsOf,
  type DateSelection,
  type DatesProps,
  EARLIEST_DAY,
  NO_DATES,
  type Preset,
  presetOf,
  presets,
  presetSelection,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { Chip } from '#web/ui/choices.tsx'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#web/lib/dates/calendar.ts'
import { StepButton } from '#web/ui/button.tsx'

type Props = DatesProps & {
  /** Adds a button for "all days", for pages where an empty selection means that. */
  hasAllDays?: boolean
  /** Three in a row, each with its key. */
  isCompact?: boolean
  className?: string
}

/**
 * Single letters as in analytics tools: d today, e yesterday, w week, f four weeks, n ninety days,
 * m month.
 */
export const presetKeys: Record<Preset, string> = {
  today: 'd',
  yesterday: 'e',
  last7: 'w',
  last28: 'f',
  last90: 'n',
  thisMonth: 'm',
}

export function DatePresets(props: Props) {
  const { selection, onChange, today, hasAllDays = false, isCompact = false, className } = props
  const { t } = useTranslation('date-picker')
  const Shown = isCompact ? PresetWithKey : Chip
  const chosen = presetOf(selection, today)
  const choose = (preset: Preset) => onChange(presetSelection(preset, today))
  useShortcuts(
    Object.fromEntries(presets.map((preset) => [presetKeys[preset], () => choose(preset)])),
  )
  return (
    <div
      role="group"
      aria-label={t('presets.label')}
      className={cn(
        isCompact ? 'grid grid-cols-[repeat(3,auto)] gap-1' : 'flex flex-wrap gap-2',
        className,
      )}
    >
      {presets.map((preset) => (
        <Shown
          key={preset}
          label={t(`presets.${preset}`)}
          isChosen={chosen === preset}
          shortcut={presetKeys[preset]}
          onChoose={() => choose(preset)}
        />
      ))}
      {hasAllDays && (
        <Chip
          label={t('presets.allDays')}
          isChosen={selection.kind === 'none'}
          onChoose={() => onChange(NO_DATES)}
        />
      )}
    </div>
  )
}

/** The key is shown only where it works. */
function PresetWithKey({ label, isChosen, shortcut, onChoose }: ComponentProps<typeof Chip>) {
  const areOn = useAreShortcutsOn()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-keyshortcuts={shortcut}
      onClick={onChoose}
      className={cn(
        'flex h-6.5 items-center justify-between gap-1 rounded-md px-2 text-xs pointer-coarse:h-11',
        isChosen
          ? 'bg-action text-on-action'
          : 'bg-sunken text-ink hover:outline hover:outline-control',
      )}
    >
      {label}
      {areOn && shortcut && (
        <span aria-hidden className="text-2xs uppercase opacity-75 pointer-coarse:hidden">
          {shortcut}
        </span>
      )}
    </button>
  )
}

type PeriodStepsProps = DatesProps & { className?: string; children?: ReactNode }

/** The previous and the next period, by button or arrow key. */
export function PeriodSteps({ selection, onChange, today, className, children }: PeriodStepsProps) {
  const { t } = useTranslation('date-picker')
  const step = (direction: StepDirection) => {
    const next = stepPeriod(selection, direction, today)
    if (next) onChange(next)
  }
  useShortcuts({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) })
  const button = (direction: StepDirection) => (
    <StepButton
      className={cn(!boundsOf(selection) && 'max-work:hidden')}
      step={direction}
      label={t(direction === -1 ? 'period.previous' : 'period.next')}
      aria-keyshortcuts={direction === -1 ? 'ArrowLeft' : 'ArrowRight'}
      isEnd={stepPeriod(selection, direction, today) === null}
      onStep={() => step(direction)}
    />
  )
  return (
    <div className={cn('relative flex items-center', className)}>
      {button(-1)}
      {children}
      {button(1)}
    </div>
  )
}

type StepDirection = -1 | 1

/**
 * Of the same length: a day, a number of days, or a whole month. A step forward ends today at the
 * latest.
 */
export function stepPeriod(
  selection: DateSelection,
  direction: StepDirection,
  today: Day,
): DateSelection | null {
  const bounds = boundsOf(selection)
  if (!bounds || (direction === 1 && bounds.to >= today)) return null
  const { from, to } = isMonth(selection, today)
    ? monthAt(addMonths(monthOf(bounds.from), direction), today)
    : shifted(bounds, direction, today)
  return from < EARLIEST_DAY ? null : spanOf(from, to)
}

/** A whole month, or the current month up to today. */
function isMonth(selection: DateSelection, today: Day): boolean {
  if (selection.kind !== 'range') return false
  const month = monthAt(monthOf(selection.from), today)
  return selection.from === month.from && selection.to === month.to
}

function monthAt(month: string, today: Day): { from: Day; to: Day } {
  const last = lastDayOf(month)
  return { from: firstDayOf(month), to: last < today ? last : today }
}

function shifted({ from, to }: { from: Day; to: Day }, direction: StepDirection, today: Day) {
  const length = daysBetween(from, to)
  const wanted = addDays(to, direction * length)
  const end = wanted < today ? wanted : today
  return { from: addDays(end, 1 - length), to: end }
}

import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import {
  type DateSelection,
  NO_DATES,
  type Preset,
  presetOf,
  presets,
  presetSelection,
} from '#web/lib/dates/date-selection.ts'

type Props = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  /** Adds a button for "all days", for pages where an empty selection means that. */
  hasAllDays?: boolean
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

export function DatePresets({ selection, onChange, today, hasAllDays = false, className }: Props) {
  const { t } = useTranslation('date-picker')
  const chosen = presetOf(selection, today)
  const choose = (preset: Preset) => onChange(presetSelection(preset, today))
  useShortcuts(
    Object.fromEntries(presets.map((preset) => [presetKeys[preset], () => choose(preset)])),
  )
  return (
    <div
      role="group"
      aria-label={t('presets.label')}
      className={cn('flex flex-wrap gap-2', className)}
    >
      {presets.map((preset) => (
        <DateChip
          key={preset}
          label={t(`presets.${preset}`)}
          isChosen={chosen === preset}
          shortcut={presetKeys[preset]}
          onChoose={() => choose(preset)}
        />
      ))}
      {hasAllDays && (
        <DateChip
          label={t('presets.allDays')}
          isChosen={selection.kind === 'none'}
          onChoose={() => onChange(NO_DATES)}
        />
      )}
    </div>
  )
}

type DateChipProps = {
  label: string
  isChosen: boolean
  shortcut?: string | undefined
  onChoose: () => void
}

/** A button that selects fixed dates. */
export const DateChip = ({ label, isChosen, shortcut, onChoose }: DateChipProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    aria-keyshortcuts={shortcut}
    onClick={onChoose}
    className={cn(
      'min-h-9 rounded-md border px-3 text-sm font-semibold transition-colors duration-150 pointer-coarse:min-h-11',
      isChosen
        ? 'border-action bg-action text-on-action'
        : 'border-control bg-surface hover:border-ink hover:bg-canvas',
    )}
  >
    {label}
  </button>
)

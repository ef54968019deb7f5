import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import {
  NO_DATES,
  presetOf,
  presets,
  presetSelection,
  type DateSelection,
  type Preset,
} from '#web/lib/date-selection.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'

type Props = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  /** Where nothing chosen means all days, one more button says so. */
  hasAllDays?: boolean
  className?: string
}

/** One letter each, as tools for figures use them: d today, e yesterday, w week, f four weeks, n ninety days, m month. */
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
  useShortcuts(Object.fromEntries(presets.map((preset) => [presetKeys[preset], () => choose(preset)])))
  return (
    <div role="group" aria-label={t('presets.label')} className={cn('flex flex-wrap gap-2', className)}>
      {presets.map((preset) => (
        <Chip
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

type ChipProps = { label: string; isChosen: boolean; shortcut?: string; onChoose: () => void }

const Chip = ({ label, isChosen, shortcut, onChoose }: ChipProps) => (
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

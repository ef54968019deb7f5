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
import { Chip } from '#web/ui/choices.tsx'

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

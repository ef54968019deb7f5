import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import {
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
  className?: string
}

/** One letter each, as in the figures' other tools: d today, e yesterday, w week, f four weeks, n ninety days. */
export const presetKeys: Record<Preset, string> = {
  today: 'd',
  yesterday: 'e',
  last7: 'w',
  last28: 'f',
  last90: 'n',
}

export function DatePresets({ selection, onChange, today, className }: Props) {
  const { t } = useTranslation('date-picker')
  const chosen = presetOf(selection, today)
  useShortcuts(
    Object.fromEntries(
      presets.map((preset) => [presetKeys[preset], () => onChange(presetSelection(preset, today))]),
    ),
  )
  return (
    <div role="group" aria-label={t('presets.label')} className={cn('flex flex-wrap gap-2', className)}>
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={chosen === preset}
          aria-keyshortcuts={presetKeys[preset]}
          onClick={() => onChange(presetSelection(preset, today))}
          className={cn(
            'min-h-9 rounded-md border px-3 text-sm font-semibold transition-colors duration-150 pointer-coarse:min-h-11',
            chosen === preset
              ? 'border-action bg-action text-on-action'
              : 'border-control bg-surface hover:border-ink hover:bg-canvas',
          )}
        >
          {t(`presets.${preset}`)}
        </button>
      ))}
    </div>
  )
}

import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { useAreShortcutsOn, useShortcuts } from '#web/lib/browser/shortcuts.ts'
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

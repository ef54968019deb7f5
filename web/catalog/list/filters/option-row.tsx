import { Ban, Check, Minus } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { areShortcutsOn } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { ValueState } from './filter-choice.ts'

type Props = {
  /** Row index within its group, for the arrow keys. */
  row: number
  value: string
  label: string
  /** Null when unknown. */
  count: number | null
  state: ValueState
  /** The unknown can be included but not excluded, because they are left out by default. */
  canExclude: boolean
  /** What a press on the row means; the button that excludes is then needless. */
  sign: 'include' | 'exclude' | undefined
  onPress: (value: string, state: 'include' | 'exclude') => void
}

/**
 * One value of a filter: a press on the row includes it, the button at the end of the row excludes
 * it.
 */
export const OptionRow = memo(function OptionRow(props: Props) {
  const { row, value, label, count, state, canExclude, sign, onPress } = props
  const { t } = useTranslation('list')
  const formats = useFormats()
  const excludes = t('filters.exclude', { value: label })
  const isEmpty = count === 0 && state === 'neither'
  return (
    <div className="group/row flex items-center">
      <button
        type="button"
        data-row={row}
        data-column={0}
        tabIndex={-1}
        aria-pressed={state === 'include' || (sign !== undefined && state === 'exclude')}
        aria-keyshortcuts={canExclude ? 'x' : undefined}
        onClick={() => onPress(value, canExclude ? (sign ?? 'include') : 'include')}
        onKeyDown={(event) => {
          const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey
          if (canExclude && event.key === 'x' && isAlone && areShortcutsOn())
            onPress(value, 'exclude')
        }}
        className="-ms-1.5 flex min-h-7 min-w-0 flex-1 items-center gap-2.5 rounded-md ps-1.5 pe-1 text-start hover:bg-sunken pointer-coarse:min-h-11"
      >
        <StateBox state={state} />
        <span
          className={cn(
            'min-w-0 flex-1 truncate',
            state === 'exclude' && (sign ? 'font-semibold text-bad' : 'text-muted line-through'),
            state === 'include' && 'font-semibold',
            isEmpty && 'text-faint',
          )}
          title={label}
        >
          {label}
        </span>
        {state === 'exclude' && <span className="sr-only">{t('filters.excluded')}</span>}
        <span className={cn(countClass, 'text-faint')}>
          {count === null ? '' : formats.number(count)}
        </span>
      </button>
      {sign ? null : canExclude ? (
        <button
          type="button"
          data-row={row}
          data-column={1}
          tabIndex={-1}
          aria-pressed={state === 'exclude'}
          aria-label={excludes}
          title={excludes}
          onClick={() => onPress(value, 'exclude')}
          className={cn(
            '-me-1.5 grid size-7 shrink-0 place-items-center rounded-md hover:bg-sunken hover:text-bad pointer-coarse:size-11',
            // Hidden by colour, not by opacity: every change of opacity makes the browser re-sort
            // all painted layers.
            state === 'exclude'
              ? 'text-bad'
              : 'text-transparent group-hover/row:text-muted focus-visible:text-muted pointer-coarse:text-muted',
          )}
        >
          <Ban className="size-3.5" aria-hidden />
        </button>
      ) : (
        <span className="-me-1.5 w-7 shrink-0 pointer-coarse:w-11" />
      )}
    </div>
  )
})

/** Ticked, crossed or empty: the symbol carries the meaning, the colour only supports it. */
export const StateBox = ({ state }: { state: ValueState }) => (
  <span
    aria-hidden
    className={cn(
      'grid size-4 shrink-0 place-items-center rounded-sm border',
      state === 'neither' && 'border-control bg-surface',
      state === 'include' && 'border-action bg-action text-on-action',
      state === 'exclude' && 'border-bad bg-bad text-surface',
    )}
  >
    {state === 'include' && <Check className="size-3" strokeWidth={3} />}
    {state === 'exclude' && <Minus className="size-3" strokeWidth={3} />}
  </span>
)

/**
 * A count in the panel, dimmed while it belongs to the previous choice. A mark on the panel
 * controls the dimming, not a prop of each row, so that no row re-renders for it.
 */
export const countClass =
  'shrink-0 text-xs group-data-old/panel:opacity-50 group-data-old/panel:transition-opacity group-data-old/panel:duration-150'

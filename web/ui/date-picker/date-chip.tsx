import { cn } from '#web/lib/cn.ts'

type Props = { label: string; isChosen: boolean; shortcut?: string | undefined; onChoose: () => void }

/** A button that selects fixed dates. */
export const DateChip = ({ label, isChosen, shortcut, onChoose }: Props) => (
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

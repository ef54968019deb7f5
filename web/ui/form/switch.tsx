import { type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

type Props = {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

/** On or off. The value takes effect on save, so the caller holds it. */
export function Switch({ label, hint, isOn, onChange, disabled = false }: Props) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid min-w-0 gap-1">
        <label id={`${id}-label`} htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint != null && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint == null ? undefined : `${id}-hint`}
        disabled={disabled}
        onClick={() => onChange(!isOn)}
        className="group -my-2 -me-1 grid h-11 w-14 shrink-0 place-items-center rounded-full disabled:cursor-not-allowed"
      >
        <span
          className={cn(
            'flex h-7 w-12 items-center rounded-full border p-0.5 transition-colors duration-150 group-disabled:border-rule group-disabled:bg-sunken',
            isOn ? 'border-action bg-action' : 'border-control bg-surface group-hover:border-ink',
          )}
        >
          <span
            className={cn(
              // Also a border: in forced-colours mode, the system removes backgrounds but keeps
              // borders.
              'size-5.5 rounded-full border border-transparent transition-transform duration-150 group-disabled:bg-rule',
              isOn ? 'translate-x-5 bg-on-action' : 'bg-control',
            )}
          />
        </span>
      </button>
    </div>
  )
}

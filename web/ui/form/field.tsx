import { type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

/** Attributes that connect a control to its label, hint and error. */
export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type Props = {
  label: ReactNode
  /** At the end of the label's line, e.g. a link. */
  aside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Ids of further descriptions, e.g. a list of rules. */
  describedBy?: string
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control. Its error is below it and part of its description for screen readers. */
export function Field({ label, aside, hint, error, describedBy, className, children }: Props) {
  const id = useId()
  const description = cn(error && `${id}-error`, hint != null && `${id}-hint`, describedBy)
  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(description && { 'aria-describedby': description }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint != null && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

/** The native checkbox in our colour: no script, no inline style, and familiar to every user. */
export function Checkbox({ label, className, ...rest }: Props) {
  return (
    <label
      className={cn(
        'flex min-h-6 items-start gap-2.5 text-sm pointer-coarse:min-h-11 pointer-coarse:items-center',
        className,
      )}
    >
      <input {...rest} type="checkbox" className="mt-0.5 size-4.5 shrink-0 pointer-coarse:mt-0" />
      <span>{label}</span>
    </label>
  )
}

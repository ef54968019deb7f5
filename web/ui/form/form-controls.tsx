import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

export const inputClass =
  'w-full min-h-11 rounded-md border border-control bg-surface px-3 text-base text-ink placeholder:text-faint transition-colors duration-150 hover:border-ink aria-invalid:border-bad disabled:bg-sunken disabled:text-faint'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(inputClass, className)} />
}

/** The native select: best on touch screens, with full keyboard support. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-block', className)}>
      <select {...rest} className={cn(inputClass, 'appearance-none pe-9')}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
    </span>
  )
}

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

/** Grows with its content where the browser supports it; users can resize it everywhere. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={cn(
        inputClass,
        'field-sizing-content max-h-[60vh] min-h-36 resize-y py-2.5',
        className,
      )}
    />
  )
}

/** For a code of an authenticator app, or one that stands for it. */
export const CodeInput = (props: ComponentProps<typeof Input>) => (
  <Input
    {...props}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={32}
    enterKeyHint="done"
    className="font-mono text-lg tracking-widest"
  />
)

import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { cn } from '#web/lib/cn.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'

const inputClass =
  'w-full min-h-11 rounded-md border border-control bg-surface px-3 text-base text-ellipsis text-ink placeholder:text-faint transition-colors duration-150 hover:border-ink aria-invalid:border-bad disabled:bg-sunken disabled:text-faint'

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

/** Attributes that connect a control to its label, hint and error. */
type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldProps = {
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Ids of further descriptions, e.g. a list of rules. */
  describedBy?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** A labelled control. Its error is below it and part of its description for screen readers. */
export function Field({ label, aside, hint, error, describedBy, className, children }: FieldProps) {
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

type TextFieldProps = Omit<FieldProps, 'children'> &
  ComponentProps<'input'> & {
    /** Another control than the plain input. */
    as?: ComponentType<ComponentProps<'input'>>
  }

/** A labelled line of text. */
export function TextField(props: TextFieldProps) {
  const { label, aside, hint, error, describedBy, className, as: Control = Input, ...rest } = props
  return (
    <Field {...{ label, aside, hint, error, describedBy, className }}>
      {(control) => <Control {...control} {...rest} />}
    </Field>
  )
}

type SecretFieldProps = { label: string; hint: ReactNode; value: string }

/** Shown once. It takes the focus, because the button that made it is gone or behind a question. */
export function SecretField({ label, hint, value }: SecretFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [value])
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex items-center gap-1">
          <Input
            {...control}
            ref={input}
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
            className="min-w-0 font-mono text-sm"
          />
          <CopyButton value={value} label={label} isSecret />
        </div>
      )}
    </Field>
  )
}

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** On or off. The value takes effect on save, so the caller holds it. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
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

type SubmitProps = { isBusy: boolean; why: string | null; children: string }

/** Disabled while something is missing: `why` says what. */
export function SubmitButton({ isBusy, why, children }: SubmitProps) {
  const id = useId()
  return (
    <>
      <Button
        type="submit"
        size="lg"
        disabled={why !== null}
        isBusy={isBusy}
        aria-describedby={why === null ? undefined : id}
      >
        {children}
      </Button>
      {why !== null && (
        <p id={id} className="-mt-2 text-sm text-muted">
          {why}
        </p>
      )}
    </>
  )
}

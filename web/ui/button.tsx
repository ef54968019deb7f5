import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-hover shadow-low',
  secondary: 'bg-surface text-ink border border-control hover:border-ink hover:bg-canvas',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-bad text-surface hover:opacity-90',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1.5 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-4 py-1.5 text-base',
  lg: 'min-h-13 px-6 py-1.5 text-base',
  icon: 'size-10 pointer-coarse:size-11 shrink-0',
}

/** The classes of a button, for links and triggers that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  more?: string,
) =>
  cn(
    'inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold leading-tight transition-colors duration-150',
    'aria-busy:cursor-progress aria-disabled:opacity-60 print:hidden',
    // A busy button keeps its colours, because it is still the same button.
    'disabled:not-aria-busy:cursor-not-allowed disabled:not-aria-busy:border-rule disabled:not-aria-busy:bg-sunken disabled:not-aria-busy:text-faint disabled:not-aria-busy:shadow-none',
    variants[variant],
    sizes[size],
    more,
  )

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  isBusy?: boolean
}

export function Button({
  variant,
  size,
  isBusy = false,
  className,
  children,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

type LinkButtonProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize }

/** A link that looks like a button, for navigation. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />
}

/** Decorative: the text beside it, or `aria-busy`, names the activity. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={cn('size-[1.1em] animate-spin', className)} aria-hidden>
      <circle
        cx="10"
        cy="10"
        r="7.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        opacity="0.25"
      />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  )
}

type StepButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  step: -1 | 1
  label: string
  isEnd: boolean
  onStep: () => void
}

/** Leads to what is before or after. At the end it keeps the focus, and does nothing. */
export function StepButton({ step, label, isEnd, onStep, ...rest }: StepButtonProps) {
  const Icon = step === -1 ? ChevronLeft : ChevronRight
  return (
    <Button
      variant="quiet"
      size="icon"
      {...rest}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => isEnd || onStep()}
    >
      <Icon className="size-5" aria-hidden />
    </Button>
  )
}

import type { LucideIcon } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { buttonClass } from '#web/ui/button.tsx'

export const BUTTON =
  'min-h-7.5! gap-1.5! px-2! py-0! text-xs! pointer-coarse:min-h-11! max-work:min-w-11!'

type ButtonProps = {
  Icon: LucideIcon
  /** For keys that press it. */
  name: string
  label: string
  isOff?: boolean
  className?: string
  onClick: () => void
}

/** Where there is no room for words, its word is for screen readers. */
export const BarButton = ({
  Icon,
  name,
  label,
  isOff = false,
  className,
  onClick,
}: ButtonProps) => (
  <button
    type="button"
    data-bulk={name}
    title={label}
    disabled={isOff}
    onClick={onClick}
    className={buttonClass('quiet', 'sm', cn(BUTTON, className))}
  >
    <BarLabel Icon={Icon} label={label} />
  </button>
)

export const BarLabel = ({ Icon, label }: Pick<ButtonProps, 'Icon' | 'label'>) => (
  <>
    <Icon className="size-4 shrink-0" aria-hidden />
    <BarWord>{label}</BarWord>
  </>
)

export const BarWord = ({ children }: { children: string }) => (
  <span className="@max-[46rem]/bulk:sr-only">{children}</span>
)

import type { LucideIcon } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { buttonClass } from '#web/ui/button.tsx'

export const BUTTON =
  'min-h-7.5! gap-1.5! px-2! py-0! text-xs! pointer-coarse:min-h-11! max-work:min-w-11!'

type BarButtonProps = {
  Icon: LucideIcon
  /** For keys that press it. */
  name: string
  label: string
  isOff?: boolean
  className?: string
}

/** Attributes of a button of the bar, also of one that opens a panel. */
export const barButton = ({ Icon, name, label, isOff = false, className }: BarButtonProps) => ({
  'data-bulk': name,
  title: label,
  disabled: isOff,
  className: buttonClass('quiet', 'sm', cn(BUTTON, className)),
  children: (
    <>
      <Icon className="size-4 shrink-0" aria-hidden />
      <BarWord>{label}</BarWord>
    </>
  ),
})

export const BarButton = ({ onClick, ...rest }: BarButtonProps & { onClick: () => void }) => (
  <button type="button" {...barButton(rest)} onClick={onClick} />
)

/** A word that only screen readers have where the bar has no room. */
export const BarWord = ({ children }: { children: string }) => (
  <span className="@max-[46rem]/bulk:sr-only">{children}</span>
)

import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'children'> & {
  step: -1 | 1
  label: string
  isEnd: boolean
  onStep: () => void
}

/** Leads to what is before or after. At the end it keeps the focus, and does nothing. */
export function StepButton({ step, label, isEnd, onStep, ...rest }: Props) {
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

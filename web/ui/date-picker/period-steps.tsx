import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { stepPeriod, type StepDirection } from '#web/lib/date-step.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { selection: DateSelection; onChange: (selection: DateSelection) => void; today: Day }

/** The previous and the next period, by button or arrow key. */
export function PeriodSteps({ selection, onChange, today }: Props) {
  const step = (direction: StepDirection) => {
    const next = stepPeriod(selection, direction, today)
    if (next) onChange(next)
  }
  useShortcuts({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) })
  return (
    <span className="relative -me-2 flex">
      <StepButton direction={-1} isEnabled={stepPeriod(selection, -1, today) !== null} onStep={step} />
      <StepButton direction={1} isEnabled={stepPeriod(selection, 1, today) !== null} onStep={step} />
    </span>
  )
}

type StepButtonProps = {
  direction: StepDirection
  isEnabled: boolean
  onStep: (direction: StepDirection) => void
}

/** Stays focusable at the last period, so that keyboard users do not lose the focus. */
function StepButton({ direction, isEnabled, onStep }: StepButtonProps) {
  const { t } = useTranslation('date-picker')
  const Icon = direction === -1 ? ChevronLeft : ChevronRight
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t(direction === -1 ? 'period.previous' : 'period.next')}
      aria-keyshortcuts={direction === -1 ? 'ArrowLeft' : 'ArrowRight'}
      aria-disabled={!isEnabled || undefined}
      onClick={() => onStep(direction)}
    >
      <Icon className="size-5" aria-hidden />
    </Button>
  )
}

import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const steps = ['back', 'paid', 'open'] as const

/** Progress as lines of a ledger. `done` is the number of completed steps; the next one is in progress. */
export function PaymentSteps({ done }: { done: 1 | 2 | 3 }) {
  const { t } = useTranslation('payment')
  return (
    <ol aria-label={t('steps.label')} className="border-y border-line">
      {steps.map((step, at) => {
        const state = at < done ? 'done' : at === done ? 'underWay' : 'ahead'
        return (
          <li
            key={step}
            className={cn(
              'flex min-h-12 items-center gap-3 border-line py-2 not-first:border-t',
              state === 'ahead' ? 'text-muted' : 'font-medium',
            )}
          >
            <Mark state={state} />
            <span>
              {t(`steps.${step}`)}
              <span className="sr-only"> {t(`steps.state.${state}`)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Mark({ state }: { state: 'done' | 'underWay' | 'ahead' }) {
  return (
    <span className="grid size-5 shrink-0 place-items-center">
      {state === 'done' && <Check className="size-5 text-good" aria-hidden />}
      {state === 'underWay' && <Spinner className="text-sun-ink" />}
      {state === 'ahead' && <span className="size-2 rounded-full border border-control" />}
    </span>
  )
}

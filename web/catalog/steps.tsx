import { useTranslation } from 'react-i18next'
import { type To, useNavigate } from 'react-router'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useRegisterShortcuts } from '#web/lib/navigation/page-commands.ts'
import { StepButton } from '#web/ui/button.tsx'

/** `state` goes into the history entry. */
export type Step = { to: To; name: string; state?: unknown }

type Props = {
  /** 1-based. */
  at: number
  total: number
  previous: Step | null
  next: Step | null
  /** What j and k do, for the list of shortcuts. */
  effect: string
}

/**
 * To the neighbours in the list that led here. A step replaces the history entry, so that one Back
 * leads to the list.
 */
export function Steps({ at, total, previous, next, effect }: Props) {
  const { t } = useTranslation('components')
  const formats = useFormats()
  const navigate = useNavigate()
  const go = (step: Step | null) =>
    step && void navigate(step.to, { replace: true, state: step.state })
  useShortcuts({ j: () => go(next), k: () => go(previous) })
  useRegisterShortcuts([{ keys: ['j', 'k'], effect }])
  return (
    // The focus stays on the button while the screen changes.
    <nav
      data-first-focus
      aria-label={t('steps.label')}
      className="flex min-w-0 items-center border-s border-line ps-1 max-work:ps-0 print:hidden"
    >
      <NeighbourButton step={-1} name={previous?.name} onStep={() => go(previous)} />
      <p className="text-sm whitespace-nowrap tabular-nums max-work:text-xs max-[22.5rem]:sr-only">
        {t('steps.at', { at: formats.number(at), total: formats.number(total) })}
      </p>
      <NeighbourButton step={1} name={next?.name} onStep={() => go(next)} />
      <p aria-hidden className="min-w-0 truncate text-sm text-muted max-xl:hidden">
        {next ? t('steps.next', { name: next.name }) : t('steps.last')}
      </p>
    </nav>
  )
}

/** `name`: of the neighbour; undefined at the end of the list. */
type NeighbourProps = { step: -1 | 1; name: string | undefined; onStep: () => void }

export function NeighbourButton({ step, name, onStep }: NeighbourProps) {
  const { t } = useTranslation('components')
  const isNext = step === 1
  const label =
    name === undefined
      ? t(isNext ? 'steps.last' : 'steps.first')
      : t(isNext ? 'steps.next' : 'steps.previous', { name })
  return (
    <StepButton
      step={step}
      label={label}
      title={name === undefined ? label : `${label} (${isNext ? 'J' : 'K'})`}
      isEnd={name === undefined}
      onStep={onStep}
    />
  )
}

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
  const button = (step: -1 | 1, target: Step | null, label: string) => (
    <StepButton
      step={step}
      label={label}
      title={target ? `${label} (${step === 1 ? 'J' : 'K'})` : label}
      isEnd={!target}
      onStep={() => go(target)}
    />
  )
  const toNext = next ? t('steps.next', { name: next.name }) : t('steps.last')
  return (
    // The focus stays on the button while the screen changes.
    <nav
      data-first-focus
      aria-label={t('steps.label')}
      className="flex min-w-0 items-center border-s border-line ps-1 max-work:ps-0 print:hidden"
    >
      {button(
        -1,
        previous,
        previous ? t('steps.previous', { name: previous.name }) : t('steps.first'),
      )}
      <p className="text-sm whitespace-nowrap tabular-nums max-work:text-xs max-[22.5rem]:sr-only">
        {t('steps.at', { at: formats.number(at), total: formats.number(total) })}
      </p>
      {button(1, next, toNext)}
      <p aria-hidden className="min-w-0 truncate text-sm text-muted max-xl:hidden">
        {toNext}
      </p>
    </nav>
  )
}

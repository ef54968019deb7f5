import { useTranslation } from 'react-i18next'
import type { Evidence, FactLabel } from '#contracts/facts.ts'
import { cn } from '#web/lib/cn.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Proof } from './evidence-proof.tsx'

const dots: Record<FactLabel, string> = {
  observed: 'bg-good',
  detected: 'bg-good',
  inferred: 'bg-sun-ink',
  estimated: 'bg-sun-ink',
  unavailable: 'bg-rule',
}

/** A short label beside a value that opens its evidence. */
export function EvidenceMark({ of, evidence }: { of: string; evidence: Evidence }) {
  const { t } = useTranslation('store-details')
  const word = t(`evidence.labels.${evidence.label}`)
  const title = t('evidence.title', { fact: of })
  return (
    <Popover
      label={title}
      trigger={
        <button
          type="button"
          aria-label={`${word}. ${title}`}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-1.5 text-xs text-muted underline decoration-rule decoration-dotted underline-offset-4 hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken pointer-coarse:min-h-11"
        >
          <span className={cn('size-1.5 shrink-0 rounded-full', dots[evidence.label])} aria-hidden />
          {word}
        </button>
      }
    >
      <Proof title={title} evidence={evidence} />
    </Popover>
  )
}

import { useTranslation } from 'react-i18next'
import type { Evidence, FactLabel } from '#contracts/facts.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Popover } from '#web/ui/popover.tsx'

const dots: Record<FactLabel, string> = {
  observed: 'bg-good',
  detected: 'bg-good',
  inferred: 'bg-sun-ink',
  estimated: 'bg-sun-ink',
  unavailable: 'bg-rule',
}

/** A small word beside a value that opens its proof. */
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

function Proof({ title, evidence }: { title: string; evidence: Evidence }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-muted">{t(`evidence.meaning.${evidence.label}`)}</p>
      <dl className="mt-3 grid gap-2 border-t border-line pt-3">
        {evidence.sourceUrl && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.source')}</dt>
            <dd>
              <ExternalLink href={evidence.sourceUrl} className="link break-all">
                {evidence.sourceUrl.replace(/^https?:\/\//, '')}
              </ExternalLink>
            </dd>
          </div>
        )}
        {evidence.path && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.place')}</dt>
            <dd className="font-mono text-xs break-all">{evidence.path}</dd>
          </div>
        )}
        {evidence.observedAt && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.seenAt')}</dt>
            <dd>{t('utcMoment', { moment: formats.moment(evidence.observedAt) })}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#contracts/facts.ts'
import { useFormats } from '#web/lib/format.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

type Props = { title: string; evidence: Evidence; note?: ReactNode }

/** How sure a value is, and where and when we saw it. */
export function Proof({ title, evidence, note }: Props) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-muted">{t(`evidence.meaning.${evidence.label}`)}</p>
      {note}
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
        {evidence.goneAt && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.goneAt')}</dt>
            <dd>{t('utcMoment', { moment: formats.moment(evidence.goneAt) })}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

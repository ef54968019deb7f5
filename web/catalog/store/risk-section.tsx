import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getStoreRisks, type RiskEvidence, type RiskFlag } from '#contracts/catalog/risks.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'

/** Signs that call for a second look, each with its evidence. */
export function RiskSection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation(['store-details', 'errors'])
  const risks = useQuery(q(getStoreRisks, { params: { id: String(store.id) } }))
  return (
    <Loaded
      query={risks}
      skeleton={<Skeleton className="px-4 pb-3" bones={['h-12 rounded-lg']} />}
      failure={(_, retry) => (
        <p className="flex flex-wrap items-center gap-3 px-4 pb-3 text-sm text-muted">
          {t('risks.failed')}
          <Button variant="secondary" size="sm" onClick={retry}>
            {t('errors:retry')}
          </Button>
        </p>
      )}
      empty={({ flags, assessedAt }) =>
        flags.length === 0 && (
          <p className="px-4 pb-3 text-sm text-muted">
            {t(assessedAt === null ? 'risks.pending' : 'risks.none')}
          </p>
        )
      }
    >
      {({ flags }) => (
        <>
          <ul className="divide-y divide-line">
            {flags.map((flag) => (
              <RiskRow key={flag.kind} flag={flag} />
            ))}
          </ul>
          <p className="px-4 pb-3 text-xs text-faint">{t('risks.note')}</p>
        </>
      )}
    </Loaded>
  )
}

function RiskRow({ flag: { kind, evidence } }: { flag: RiskFlag }) {
  const { t } = useTranslation(['store-details', 'list'])
  return (
    <li className="flex gap-3 px-4 py-3 text-sm">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-sun-ink" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{t(`list:filter.risks.options.${kind}`)}</p>
        <p className="max-w-prose text-sm text-muted">{t(`risks.kinds.${kind}.meaning`)}</p>
        <ul className="mt-2 grid grid-cols-1 gap-2 text-sm">
          {evidence.map((one) => (
            <Proof key={`${one.sourceUrl} ${one.path} ${one.detail}`} evidence={one} />
          ))}
        </ul>
      </div>
    </li>
  )
}

function Proof({ evidence }: { evidence: RiskEvidence }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { detail, count, of, store, sourceUrl, observedAt } = evidence
  return (
    <li className="min-w-0 wrap-anywhere">
      {count !== null && of !== null && (
        <span>{t('risks.share', { ...formats.counted(of), shared: formats.number(count) })} </span>
      )}
      {detail && <q className="text-ink">{detail}</q>}{' '}
      {store && (
        <Link to={paths.listStore(store.slug)} className="link">
          {store.name} ({store.domain})
        </Link>
      )}
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
        {sourceUrl && (
          <ExternalLink href={sourceUrl} className="link min-h-6 max-w-full">
            <span className="min-w-0 truncate">{sourceUrl.replace(/^https?:\/\//, '')}</span>
          </ExternalLink>
        )}
        <time dateTime={observedAt}>{formats.day(observedAt)}</time>
      </span>
    </li>
  )
}

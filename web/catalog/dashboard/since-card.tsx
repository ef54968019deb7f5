import type { UseQueryResult } from '@tanstack/react-query'
import { Sunrise } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Today } from '#contracts/catalog/today.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { CardFailure } from './dashboard-card.tsx'

/** New since this account's last visit: two figures, each linking to exactly those rows. */
export function SinceCard({ dashboard }: { dashboard: UseQueryResult<Today> }) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  const { data } = dashboard
  return (
    <Card className="grid items-center gap-x-8 gap-y-4 border-s-4 border-s-sun px-5 py-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="flex items-center gap-2.5 text-lg font-semibold">
          <Sunrise className="size-5 shrink-0 text-sun-ink" aria-hidden />
          {t('since.title')}
        </h2>
        <div className="mt-0.5 min-h-5.5 text-sm text-muted">
          {data ? t('since.moment', { moment: formats.moment(data.since) }) : null}
        </div>
      </div>
      <Loaded
        query={dashboard}
        skeleton={<FigureBones />}
        failure={(_, retry) => <CardFailure text={t('since.failed')} onRetry={retry} />}
      >
        {(data) => <SinceFigures dashboard={data} />}
      </Loaded>
    </Card>
  )
}

function SinceFigures({ dashboard: { newStores, newLeads } }: { dashboard: Today }) {
  const { t } = useTranslation('date-picker')
  if (newStores === 0)
    return <p className="max-w-xl text-sm text-muted lg:text-end">{t('since.none')}</p>
  return (
    <p className="flex flex-wrap gap-x-10 gap-y-3">
      <SinceFigure
        count={newStores}
        label={t('since.stores', { count: newStores })}
        to={paths.list({ isNew: 'yes' })}
      />
      <SinceFigure
        count={newLeads}
        label={t('since.leads', { count: newLeads })}
        to={newLeads > 0 ? paths.list({ view: 'leads', isNew: 'yes' }) : null}
      />
    </p>
  )
}

function SinceFigure({ count, label, to }: { count: number; label: string; to: string | null }) {
  const formats = useFormats()
  const figure = (
    <>
      <span className="text-2xl font-semibold tracking-[-0.03em]">{formats.number(count)}</span>{' '}
      <span className="text-muted">{label}</span>
    </>
  )
  if (to === null) return <span>{figure}</span>
  return (
    <Link
      to={to}
      className="underline decoration-rule decoration-2 underline-offset-[0.25em] hover:decoration-ink"
    >
      {figure}
    </Link>
  )
}

const FigureBones = () => (
  <Skeleton className="flex flex-wrap gap-x-10 gap-y-3">
    <Bone className="h-9 w-32 sm:h-11" />
    <Bone className="h-9 w-32 sm:h-11" />
  </Skeleton>
)

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getFreshness } from '#contracts/freshness.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { ErrorState, OfflineState } from '#web/ui/states.tsx'
import { AccuracySection } from './accuracy-section.tsx'
import { DaysSection } from './days-section.tsx'
import { FreshnessSkeleton } from './freshness-skeleton.tsx'
import { Headline } from './headline.tsx'
import { LogsSection } from './logs-section.tsx'
import { MeasuredAt } from './measured-at.tsx'
import { MethodSection } from './method-section.tsx'
import { QueuesSection } from './queues-section.tsx'
import { StagesSection } from './stages-section.tsx'

const REFRESH_MS = 60_000

/** Measured speed and accuracy, including bad results. Refreshes every minute. */
export function FreshnessPage() {
  const { t } = useTranslation('freshness')
  const { data, error, isFetching, fetchStatus, refetch } = useQuery({
    ...q(getFreshness, {}),
    refetchInterval: REFRESH_MS,
  })
  const isOffline = fetchStatus === 'paused'
  const retry = () => void refetch()
  return (
    <>
      <PageMeta page="freshness" />
      <div className="page pt-12 pb-10 sm:pt-18">
        <p className="eyebrow flex items-center gap-2 text-sun-ink">
          <span className="size-1.5 rounded-full bg-sun" aria-hidden />
          {t('eyebrow')}
        </p>
        <h1 className="mt-3 max-w-4xl text-2xl sm:text-[clamp(2.25rem,1.5rem+2.2vw,3.5rem)] sm:leading-[1.05]">
          {t('title')}
        </h1>
        <p className="mt-5 max-w-2xl text-lg text-muted">{t('intro')}</p>
        <MeasuredAt
          measuredAt={data?.measuredAt ?? null}
          trouble={data ? (isOffline ? 'offline' : error ? 'failed' : null) : null}
          isBusy={isFetching}
          onRetry={retry}
        />
      </div>
      {data ? (
        <>
          <Headline freshness={data} />
          <DaysSection days={data.days} />
          <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-16 pb-18 lg:grid-cols-2">
            <StagesSection stages={data.stages} />
            <AccuracySection accuracy={data.accuracy} />
          </div>
          <LogsSection logs={data.logs} />
          <QueuesSection queues={data.queues} deadJobs={data.deadJobs} />
          <MethodSection />
        </>
      ) : (
        <div className="page pb-18">
          {error ? (
            <ErrorState error={error} title={t('failed')} onRetry={retry} />
          ) : isOffline ? (
            <OfflineState onRetry={retry} />
          ) : (
            <FreshnessSkeleton />
          )}
        </div>
      )}
    </>
  )
}

import { onlineManager, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Freshness,
  FRESHNESS_TEXT_PATH,
  getFreshness,
} from '#contracts/operations/freshness.ts'
import { q } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ErrorState, RetryButton } from '#web/ui/feedback/error-state.tsx'
import {
  AccuracySection,
  DaysSection,
  QueuesSection,
  SectionHead,
  StagesSection,
} from './sections.tsx'
import { useDuration } from './duration.ts'
import { LogsSection } from './logs-section.tsx'

const REFRESH_MS = 60_000

export function FreshnessPage() {
  const { t } = useTranslation('freshness')
  const freshness = useQuery({
    ...q(getFreshness, {}),
    refetchInterval: REFRESH_MS,
  })
  const { data, isFetching, isRefetchError, refetch } = freshness
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
          refreshProblem={isRefetchError ? (onlineManager.isOnline() ? 'failed' : 'offline') : null}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
      <Loaded
        query={freshness}
        skeleton={
          <div className="page pb-18">
            <FreshnessSkeleton />
          </div>
        }
        failure={(error, retry) => (
          <div className="page pb-18">
            <ErrorState error={error} title={t('failed')} onRetry={retry} />
          </div>
        )}
      >
        {(data) => (
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
        )}
      </Loaded>
    </>
  )
}

export { FreshnessPage as Component }

export const loader = pageLoader(['freshness'], ({ queryClient }) =>
  queryClient.ensureQueryData(q(getFreshness, {})),
)

/**
 * Only stores followed live: those read from a log's past say nothing about speed. If today has
 * none yet, the latest day that has some, by name.
 */
function Headline({ freshness: { days, accuracy } }: { freshness: Freshness }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const [today] = days
  const latest = days.find((day) => day.live.stores > 0)
  const isToday = latest !== undefined && latest.day === today?.day
  const when = latest
    ? isToday
      ? t('headline.today')
      : formats.day(latest.day)
    : t('headline.noneYet')
  return (
    <section aria-label={t('headline.label')} className="border-y border-line bg-surface">
      <dl className="page grid sm:grid-cols-2 lg:grid-cols-4">
        <Figure label={t('headline.half', { when })}>
          {latest && duration(latest.live.p50Seconds)}
        </Figure>
        <Figure label={t('headline.ninety', { when })}>
          {latest && duration(latest.live.p90Seconds)}
        </Figure>
        <Figure
          label={
            accuracy
              ? t('headline.accuracy', {
                  count: accuracy.sample,
                  sample: formats.number(accuracy.sample),
                  day: formats.day(accuracy.measuredAt),
                })
              : t('headline.accuracyUnknown')
          }
        >
          {accuracy && formats.percent(accuracy.share)}
        </Figure>
        <Figure label={t('headline.stores')}>{formats.number(today?.newStores ?? 0)}</Figure>
      </dl>
    </section>
  )
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('freshness')
  return (
    <div className="flex flex-col-reverse justify-end gap-1.5 border-line py-6 max-sm:border-b max-sm:last:border-b-0 sm:px-6 sm:max-lg:even:border-s sm:max-lg:odd:ps-0 sm:max-lg:nth-[n+3]:border-t lg:not-first:border-s lg:first:ps-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex min-h-10 items-end text-2xl leading-none proportional-nums font-semibold tracking-[-0.03em]">
        {children ?? (
          <span className="text-lg font-medium tracking-normal text-muted">{t('notMeasured')}</span>
        )}
      </dd>
    </div>
  )
}

type Props = {
  measuredAt: string | null
  /** Why the figures below are older than they should be. */
  refreshProblem: 'offline' | 'failed' | null
  isBusy: boolean
  onRetry: () => void
}

/** Time of the measurement. Always two lines high, so that a note about a problem moves nothing. */
function MeasuredAt({ measuredAt, refreshProblem, isBusy, onRetry }: Props) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  return (
    <div className="mt-5 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {measuredAt !== null && (
        <p className="text-muted">
          <time dateTime={measuredAt}>
            {t('measuredAt', { moment: formats.moment(measuredAt) })}
          </time>
        </p>
      )}
      <output className={refreshProblem ? 'text-bad' : 'text-faint'}>
        {refreshProblem ? t(`stale.${refreshProblem}`) : measuredAt !== null && t('refreshes')}
      </output>
      {refreshProblem && (
        <RetryButton variant="secondary" size="sm" isBusy={isBusy} onClick={onRetry}>
          {t('refresh')}
        </RetryButton>
      )}
    </div>
  )
}

const RULES = ['lag', 'live', 'percentile', 'coverage', 'accuracy', 'unknown'] as const

/** The full text and the machine-readable figures are one click away. */
function MethodSection() {
  const { t } = useTranslation('freshness')
  return (
    <section className="border-t border-line bg-surface">
      <div className="page py-16">
        <SectionHead title={t('method.title')}>{t('method.text')}</SectionHead>
        <dl className="mt-8 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {RULES.map((rule) => (
            <div key={rule} className="border-t border-rule pt-4">
              <dt className="font-semibold">{t(`method.${rule}.name`)}</dt>
              <dd className="mt-1.5 text-sm text-pretty text-muted">{t(`method.${rule}.text`)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <a
            href={FRESHNESS_TEXT_PATH}
            hrefLang="en"
            className="link inline-flex min-h-9 items-center"
          >
            {t('method.whole')}
          </a>
          <a href={getFreshness.path} className="link inline-flex min-h-9 items-center">
            {t('method.json')}
          </a>
        </p>
      </div>
    </section>
  )
}

/** Same height as the content: the strip of figures, the chart, the two lists. */
function FreshnessSkeleton() {
  return (
    <Skeleton className="grid gap-16">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {['half', 'ninety', 'accuracy', 'stores'].map((figure) => (
          <div key={figure} className="grid gap-2 py-6">
            <Bone className="h-9 w-32" />
            <Bone className="h-5 w-48 max-w-full" />
          </div>
        ))}
      </div>
      <Bone className="h-128" />
      <div className="grid gap-16 lg:grid-cols-2">
        <Bone className="h-96" />
        <Bone className="h-96" />
      </div>
    </Skeleton>
  )
}

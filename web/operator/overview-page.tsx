import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  FRESH_WITHIN_SECONDS,
  getSystemState,
  type SystemState,
} from '#contracts/operator/system.ts'
import { minorToDecimal } from '#contracts/money.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Alarms, Counts, JobQueues, Logs, Queues } from './overview-tables.tsx'
import { ConsolePage } from './parts.tsx'
import { ShopLookUp } from './shop-trace.tsx'

const REFRESH_MS = 15_000

function OverviewPage() {
  const { t } = useTranslation('operator')
  const state = useQuery({ ...q(getSystemState, {}), refetchInterval: REFRESH_MS })
  return (
    <ConsolePage title={t('menu.overview')} query={state}>
      {(data) => (
        <>
          <Alarms alarms={data.alarms} />
          <Business business={data.business} />
          <ShopLookUp />
          <Figures state={data} />
          <Logs logs={data.logs} />
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
            <Queues queues={data.queues} />
            <JobQueues queues={data.jobQueues} />
            <Counts kind="visits" counts={data.visits} />
            <Counts kind="requests" counts={data.requests} />
          </div>
        </>
      )}
    </ConsolePage>
  )
}

export { OverviewPage as Component }

function Figures({ state }: { state: SystemState }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { freshness, mails, deliveries, billingEvents, deadJobs, databaseBytes } = state
  const { p95Seconds } = freshness
  const quarantined = state.logs.filter((log) => log.state === 'quarantined').length
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4">
      <Figure
        name={t('overview.freshness')}
        isBad={p95Seconds !== null && p95Seconds > FRESH_WITHIN_SECONDS}
        value={
          p95Seconds === null
            ? '–'
            : t('overview.seconds', { seconds: formats.decimal(p95Seconds) })
        }
        text={t('overview.freshnessText', {
          goal: FRESH_WITHIN_SECONDS,
          ...formats.counted(freshness.stores),
        })}
      />
      <Figure
        name={t('overview.quarantined')}
        isBad={quarantined > 0}
        value={formats.number(quarantined)}
        text={t('overview.quarantinedText', formats.counted(state.logs.length))}
      />
      <Figure
        name={t('menu.jobs')}
        isBad={deadJobs > 0}
        value={
          <Link to={paths.operator('jobs')} className="hover:underline">
            {formats.number(deadJobs)}
          </Link>
        }
        text={t('overview.deadJobsText')}
      />
      <Figure
        name={t('overview.mails')}
        isBad={mails.retrying > 0}
        value={formats.number(mails.waiting)}
        text={t('overview.mailsText', { retrying: formats.number(mails.retrying) })}
      />
      <Figure
        name={t('overview.deliveries')}
        value={
          <Link to={paths.operator('deliveries')} className="hover:underline">
            {formats.number(deliveries.waiting)}
          </Link>
        }
        text={t('overview.deliveriesText', { retrying: formats.number(deliveries.retrying) })}
      />
      <Figure
        name={t('overview.events')}
        value={formats.number(billingEvents.waiting)}
        text={
          billingEvents.oldestAt
            ? t('overview.since', { at: formats.moment(billingEvents.oldestAt) })
            : t('overview.eventsText')
        }
      />
      <Backups backups={state.backups} />
      <Budget budget={state.budget} measuredAt={state.measuredAt} />
      <Figure
        name={t('overview.database')}
        value={`${formats.decimal(databaseBytes / 2 ** 20)} MB`}
        text={t('overview.databaseText')}
      />
    </dl>
  )
}

/** Whether the product earns its keep. */
function Business({ business }: Pick<SystemState, 'business'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { signUps, confirmed, paying, failedPayments: failed } = business
  const list = (amounts: SystemState['business']['revenuePerMonth']) =>
    amounts
      .map(({ amountMinor, currency }) =>
        formats.money(minorToDecimal(amountMinor, currency), currency),
      )
      .join(' · ')
  const figure = (
    name: 'signUps' | 'paying' | 'revenue' | 'failed' | 'ended',
    value: string,
    text: string,
  ) => (
    <Figure
      name={t(`business.${name}`)}
      isBad={name === 'failed' && failed.count > 0}
      value={value}
      text={text}
    />
  )
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-4">
      {figure(
        'signUps',
        formats.number(business.signUpsToday),
        t('business.signUpsText', {
          total: formats.number(signUps),
          share: formats.wholePercent(signUps === 0 ? 0 : confirmed / signUps),
        }),
      )}
      {figure(
        'paying',
        formats.number(paying.PRO + paying.PLUS),
        t('business.payingText', {
          pro: formats.number(paying.PRO),
          plus: formats.number(paying.PLUS),
        }),
      )}
      {figure('revenue', list(business.revenuePerMonth) || '–', t('business.revenueText'))}
      {figure(
        'failed',
        formats.number(failed.count),
        list(failed.amounts) || t('business.failedText'),
      )}
      {figure('ended', formats.number(business.ended), t('business.endedText'))}
    </dl>
  )
}

function Backups({
  backups: { last, writtenAt, verifiedAt, isScheduledHere },
}: Pick<SystemState, 'backups'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const hasFailed = last !== null && last.problem !== null
  const check = verifiedAt
    ? t('backups.verified', { at: formats.moment(verifiedAt) })
    : t('backups.notVerified')
  const none = t(isScheduledHere ? 'backups.waiting' : 'backups.unset')
  return (
    <Figure
      name={t('backups.title')}
      isBad={hasFailed}
      value={writtenAt ? formats.moment(writtenAt) : t('backups.none')}
      text={
        <>
          {last === null ? none : check}
          {hasFailed && (
            <span className="block text-bad">
              {t('backups.problem') + formats.colon}
              <span lang="en" className="wrap-anywhere">
                {last.problem}
              </span>
            </span>
          )}
        </>
      }
    />
  )
}

/** The process reports once a minute. */
const STALE_AFTER_MS = 5 * 60_000

function Budget({ budget, measuredAt }: Pick<SystemState, 'budget' | 'measuredAt'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  if (!budget) return <Figure name={t('budget.title')} value="–" text={t('budget.none')} />
  const { requestsLastHour, requestsPerSecond, share, restingSites, reportedAt } = budget
  const { heldSecondsLastHour: heldSeconds } = budget
  const isStale = Date.parse(measuredAt) - Date.parse(reportedAt) > STALE_AFTER_MS
  const parts = [
    t('budget.text', {
      rate: formats.decimal(requestsPerSecond),
      resting: formats.number(restingSites),
    }),
    ...(share < 1 ? [t('budget.slowed', { share: formats.wholePercent(share) })] : []),
    ...(heldSeconds > 0 ? [t('budget.held', { seconds: formats.number(heldSeconds) })] : []),
    ...(isStale ? [t('budget.stale', { at: formats.moment(reportedAt) })] : []),
  ]
  return (
    <Figure
      name={t('budget.title')}
      isBad={share < 1 || isStale}
      value={formats.number(requestsLastHour)}
      text={parts.join(' · ')}
    />
  )
}

type FigureProps = { name: string; value: ReactNode; text: ReactNode; isBad?: boolean }

function Figure({ name, value, text, isBad = false }: FigureProps) {
  const { t } = useTranslation('operator')
  return (
    <Card className={isBad ? 'border-bad px-5 py-4' : 'px-5 py-4'}>
      <dt className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        {name}
        {isBad && <Badge tone="bad">{t('overview.trouble')}</Badge>}
      </dt>
      <dd className="mt-1">
        <span className="text-xl font-semibold">{value}</span>
        <span className="mt-0.5 block text-sm text-muted">{text}</span>
      </dd>
    </Card>
  )
}

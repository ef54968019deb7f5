import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  FRESH_WITHIN_SECONDS,
  getSystemState,
  type OperatorLog,
  type SystemState,
} from '#contracts/operator/system.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { Block, Loaded, Nothing, SectionHead } from './parts.tsx'

const REFRESH_MS = 15_000

/** How the installation is doing, trouble first. */
function OverviewPage() {
  const { t } = useTranslation('operator')
  const state = useQuery({ ...q(getSystemState, {}), refetchInterval: REFRESH_MS })
  return (
    <>
      <SectionHead title={t('menu.overview')} />
      <Loaded query={state}>
        {(data) => (
          <div className="mt-6 grid grid-cols-1 gap-6">
            <Figures state={data} />
            <Logs logs={data.logs} />
            <Queues queues={data.queues} />
            <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
              <Counts title={t('overview.visits')} counts={data.visits} />
              <Counts title={t('overview.requests')} counts={data.requests} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

export { OverviewPage as Component }

export const loader = pageLoader(['operator'])

function Figures({ state }: { state: SystemState }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { freshness, mails, billingEvents, deadJobs, databaseBytes } = state
  const { p95Seconds } = freshness
  const quarantined = state.logs.filter((log) => log.state === 'quarantined').length
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4">
      <Figure
        name={t('overview.freshness')}
        isBad={p95Seconds !== null && p95Seconds > FRESH_WITHIN_SECONDS}
        value={p95Seconds === null ? '–' : t('overview.seconds', { seconds: formats.decimal(p95Seconds) })}
        text={t('overview.freshnessText', {
          goal: FRESH_WITHIN_SECONDS,
          total: formats.number(freshness.stores),
        })}
      />
      <Figure
        name={t('overview.quarantined')}
        isBad={quarantined > 0}
        value={formats.number(quarantined)}
        text={t('overview.quarantinedText', { total: formats.number(state.logs.length) })}
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
        name={t('overview.events')}
        isBad={false}
        value={formats.number(billingEvents.waiting)}
        text={
          billingEvents.oldestAt
            ? t('overview.since', { at: formats.moment(billingEvents.oldestAt) })
            : t('overview.eventsText')
        }
      />
      <Figure
        name={t('overview.database')}
        isBad={false}
        value={`${formats.decimal(databaseBytes / 2 ** 20)} MB`}
        text={t('overview.databaseText')}
      />
    </dl>
  )
}

type FigureProps = { name: string; value: ReactNode; text: string; isBad: boolean }

function Figure({ name, value, text, isBad }: FigureProps) {
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

function Logs({ logs }: { logs: readonly OperatorLog[] }) {
  const { t } = useTranslation('operator')
  return (
    <Block title={t('logs.title')} text={t('logs.text')}>
      {logs.length === 0 ? (
        <Nothing text={t('logs.none')} />
      ) : (
        <Table caption={t('logs.title')}>
          <thead>
            <tr>
              <HeadCell className="ps-5">{t('logs.log')}</HeadCell>
              <HeadCell>{t('logs.state')}</HeadCell>
              <HeadCell isNumber>{t('logs.behind')}</HeadCell>
              <HeadCell isNumber>{t('logs.unreadable')}</HeadCell>
              <HeadCell className="pe-5">{t('logs.answered')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {logs.map((log) => (
              <LogRow key={log.description} log={log} />
            ))}
          </tbody>
        </Table>
      )}
    </Block>
  )
}

function LogRow({ log }: { log: OperatorLog }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Row>
      <th scope="row" className="min-w-48 px-2.5 py-2.5 ps-5 text-start font-medium">
        {log.description}
        <span className="block font-normal text-muted">{log.operator}</span>
      </th>
      <Cell>
        <Badge tone={log.state === 'quarantined' ? 'bad' : log.state === 'active' ? 'good' : 'plain'}>
          {t(`logs.states.${log.state}`)}
        </Badge>
        {log.problem && <span className="mt-1 block max-w-72 text-muted">{log.problem}</span>}
        {log.retryAt && (
          <span className="block text-muted">{t('logs.retry', { at: formats.moment(log.retryAt) })}</span>
        )}
      </Cell>
      <Cell isNumber>
        {formats.number(log.entriesBehind)}
        {!log.isFirstCatchUpDone && log.state === 'active' && (
          <span className="block text-muted">{t('logs.catchingUp')}</span>
        )}
      </Cell>
      <Cell isNumber>{formats.number(log.unreadableEntries)}</Cell>
      <Cell className="pe-5 whitespace-nowrap">
        {log.lastAnswerAt ? formats.moment(log.lastAnswerAt) : '–'}
      </Cell>
    </Row>
  )
}

function Queues({ queues }: Pick<SystemState, 'queues'>) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Block title={t('queues.title')}>
      <Table caption={t('queues.title')}>
        <thead>
          <tr>
            <HeadCell className="ps-5">{t('queues.queue')}</HeadCell>
            <HeadCell isNumber>{t('queues.waiting')}</HeadCell>
            <HeadCell isNumber className="pe-5">
              {t('queues.oldest')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, waiting, oldestSeconds }) => (
            <Row key={name}>
              <th scope="row" className="px-2.5 py-2.5 ps-5 text-start font-medium">
                {t(`queues.names.${name}`)}
              </th>
              <Cell isNumber>{formats.number(waiting)}</Cell>
              <Cell isNumber className="pe-5 whitespace-nowrap">
                {oldestSeconds === null
                  ? '–'
                  : t('overview.seconds', { seconds: formats.number(Math.round(oldestSeconds)) })}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}

/** The names are those of the metrics and of the log. */
function Counts({ title, counts }: { title: string; counts: SystemState['visits'] }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Block title={title} text={t('overview.sinceBeginning')}>
      {counts.length === 0 ? (
        <Nothing />
      ) : (
        <Table caption={title}>
          <tbody>
            {counts.map(({ outcome, count }) => (
              <Row key={outcome}>
                <th scope="row" className="px-2.5 py-2 ps-5 text-start font-normal">
                  <code className="font-mono text-sm">{outcome}</code>
                </th>
                <Cell isNumber className="pe-5">
                  {formats.number(count)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Block>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { JobQueue, OperatorLog, SystemState } from '#contracts/operator/system.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { Block, Nothing } from './parts.tsx'

export function Logs({ logs }: { logs: readonly OperatorLog[] }) {
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
        <Badge
          tone={log.state === 'quarantined' ? 'bad' : log.state === 'active' ? 'good' : 'plain'}
        >
          {t(`logs.states.${log.state}`)}
        </Badge>
        {log.problem && <span className="mt-1 block max-w-72 text-muted">{log.problem}</span>}
        {log.retryAt && (
          <span className="block text-muted">
            {t('logs.retry', { at: formats.moment(log.retryAt) })}
          </span>
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

export function Queues({ queues }: Pick<SystemState, 'queues'>) {
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

/** The queues of the background jobs; the others are only counted. */
export function JobQueues({ queues }: { queues: readonly JobQueue[] }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const busy = queues.filter(({ waiting, running, dead }) => waiting + running + dead > 0)
  const others = queues.length - busy.length
  return (
    <Block
      title={t('jobQueues.title')}
      text={others > 0 && t('jobQueues.others', { total: formats.number(others) })}
    >
      {busy.length === 0 ? (
        <Nothing />
      ) : (
        <Table caption={t('jobQueues.title')}>
          <thead>
            <tr>
              <HeadCell className="ps-5">{t('queues.queue')}</HeadCell>
              <HeadCell isNumber>{t('queues.waiting')}</HeadCell>
              <HeadCell isNumber>{t('queues.oldest')}</HeadCell>
              <HeadCell isNumber>{t('jobQueues.running')}</HeadCell>
              <HeadCell isNumber className="pe-5">
                {t('jobQueues.dead')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {busy.map((queue) => (
              <JobQueueRow key={queue.name} queue={queue} />
            ))}
          </tbody>
        </Table>
      )}
    </Block>
  )
}

function JobQueueRow({
  queue: { name, waiting, oldestSeconds, running, dead },
}: {
  queue: JobQueue
}) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Row>
      <th scope="row" className="px-2.5 py-2.5 ps-5 text-start font-normal">
        <code className="font-mono">{name}</code>
      </th>
      <Cell isNumber>{formats.number(waiting)}</Cell>
      <Cell isNumber className="whitespace-nowrap">
        {oldestSeconds === null
          ? '–'
          : t('overview.seconds', { seconds: formats.number(oldestSeconds) })}
      </Cell>
      <Cell isNumber>{formats.number(running)}</Cell>
      <Cell isNumber className="pe-5">
        {dead === 0 ? (
          formats.number(dead)
        ) : (
          <Link
            to={`${paths.operator('jobs')}?job=${encodeURIComponent(name)}`}
            className="link font-semibold text-bad"
          >
            {formats.number(dead)}
          </Link>
        )}
      </Cell>
    </Row>
  )
}

/** The names are those of the metrics and of the log. */
export function Counts({
  kind,
  counts,
}: {
  kind: 'visits' | 'requests'
  counts: SystemState['visits']
}) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const title = t(`overview.${kind}`)
  return (
    <Block title={title}>
      {counts.length === 0 ? (
        <Nothing />
      ) : (
        <Table caption={title}>
          <thead>
            <tr>
              <HeadCell className="ps-5">
                {t(kind === 'visits' ? 'counts.outcome' : 'counts.answer')}
              </HeadCell>
              <HeadCell isNumber>{t('counts.lastHour')}</HeadCell>
              <HeadCell isNumber>{t('counts.lastDay')}</HeadCell>
              <HeadCell isNumber className="pe-5">
                {t('counts.total')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ outcome, lastHour, lastDay, total }) => (
              <Row key={outcome}>
                <th scope="row" className="px-2.5 py-2 ps-5 text-start font-normal">
                  <code className="font-mono text-sm">{outcome}</code>
                </th>
                <Cell isNumber>{formats.number(lastHour)}</Cell>
                <Cell isNumber>{formats.number(lastDay)}</Cell>
                <Cell isNumber className="pe-5">
                  {formats.number(total)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Block>
  )
}

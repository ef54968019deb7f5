import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Alarm, JobQueue, OperatorLog, SystemState } from '#contracts/operator/system.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useColumns } from '#web/ui/table.tsx'
import { Block, List, TableBlock } from './parts.tsx'

export function Logs({ logs }: { logs: readonly OperatorLog[] }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { number, moment } = useColumns<OperatorLog>()
  return (
    <TableBlock
      title={t('logs.title')}
      text={t('logs.text')}
      none={t('logs.none')}
      items={logs}
      keyOf={({ description }) => description}
      columns={[
        {
          head: t('logs.log'),
          rowHead: 'strong',
          className: 'min-w-48',
          cell: ({ description, operator }) => (
            <>
              {description}
              <span className="block font-normal text-muted">{operator}</span>
            </>
          ),
        },
        { head: t('logs.state'), cell: (log) => <LogState log={log} /> },
        {
          head: t('logs.behind'),
          isNumber: true,
          cell: ({ entriesBehind, isFirstCatchUpDone, state }) => (
            <>
              {formats.number(entriesBehind)}
              {!isFirstCatchUpDone && state === 'active' && (
                <span className="block text-muted">{t('logs.catchingUp')}</span>
              )}
            </>
          ),
        },
        number(t('logs.unreadable'), ({ unreadableEntries }) => unreadableEntries),
        moment(t('logs.answered'), ({ lastAnswerAt }) => lastAnswerAt),
      ]}
    />
  )
}

function LogState({ log: { state, problem, retryAt } }: { log: OperatorLog }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <>
      <Badge tone={state === 'quarantined' ? 'bad' : state === 'active' ? 'good' : 'plain'}>
        {t(`logs.states.${state}`)}
      </Badge>
      {problem && <span className="mt-1 block max-w-72 text-muted">{problem}</span>}
      {retryAt && (
        <span className="block text-muted">{t('logs.retry', { at: formats.moment(retryAt) })}</span>
      )}
    </>
  )
}

function useOldest() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return {
    head: t('queues.oldest'),
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: ({ oldestSeconds }: { oldestSeconds: number | null }) =>
      oldestSeconds === null
        ? '–'
        : t('overview.seconds', { seconds: formats.number(Math.round(oldestSeconds)) }),
  }
}

export function Queues({ queues }: Pick<SystemState, 'queues'>) {
  const { t } = useTranslation('operator')
  const { number } = useColumns<SystemState['queues'][number]>()
  const oldest = useOldest()
  return (
    <TableBlock
      title={t('queues.title')}
      items={queues}
      keyOf={({ name }) => name}
      columns={[
        {
          head: t('queues.queue'),
          rowHead: 'strong',
          cell: ({ name }) => t(`queues.names.${name}`),
        },
        number(t('queues.waiting'), ({ waiting }) => waiting),
        oldest,
      ]}
    />
  )
}

/** The queues of the background jobs; the others are only counted. */
export function JobQueues({ queues }: { queues: readonly JobQueue[] }) {
  const { t } = useTranslation('operator')
  const { number } = useColumns<JobQueue>()
  const formats = useFormats()
  const oldest = useOldest()
  const busy = queues.filter(({ waiting, running, dead }) => waiting + running + dead > 0)
  const others = queues.length - busy.length
  return (
    <TableBlock
      title={t('jobQueues.title')}
      text={others > 0 && t('jobQueues.others', { total: formats.number(others) })}
      items={busy}
      keyOf={({ name }) => name}
      columns={[
        {
          head: t('queues.queue'),
          rowHead: 'plain',
          cell: ({ name }) => <code className="font-mono">{name}</code>,
        },
        number(t('queues.waiting'), ({ waiting }) => waiting),
        oldest,
        number(t('jobQueues.running'), ({ running }) => running),
        {
          head: t('jobQueues.dead'),
          isNumber: true,
          cell: ({ name, dead }) =>
            dead === 0 ? (
              formats.number(dead)
            ) : (
              <Link
                to={`${paths.operator('jobs')}?job=${encodeURIComponent(name)}`}
                className="link font-semibold text-bad"
              >
                {formats.number(dead)}
              </Link>
            ),
        },
      ]}
    />
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
  const { number } = useColumns<SystemState['visits'][number]>()
  const title = t(`overview.${kind}`)
  return (
    <TableBlock
      title={title}
      items={counts}
      keyOf={({ outcome }) => outcome}
      columns={[
        {
          head: t(kind === 'visits' ? 'counts.outcome' : 'counts.answer'),
          rowHead: 'plain',
          cell: ({ outcome }) => <code className="font-mono text-sm">{outcome}</code>,
        },
        ...(['lastHour', 'lastDay', 'total'] as const).map((span) =>
          number(t(`counts.${span}`), (count) => count[span]),
        ),
      ]}
    />
  )
}

export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation('operator')
  return (
    <Block title={t('alarms.title')} text={t('alarms.text')}>
      <List items={alarms} none={t('alarms.none')}>
        {(alarm) => <AlarmRow key={`${alarm.name} ${alarm.item}`} alarm={alarm} />}
      </List>
    </Block>
  )
}

const QUEUES = ['firstVisit', 'recheck', 'resolve', 'catalogueWalk'] as const

function AlarmRow({
  alarm: { name, severity, item, unit, value, limit, runbook },
}: {
  alarm: Alarm
}) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const print = (figure: number) => {
    if (unit === 'share') return formats.percent(figure)
    if (unit === 'seconds')
      return t('overview.seconds', { seconds: formats.number(Math.round(figure)) })
    return formats.number(figure)
  }
  const queue = QUEUES.find((each) => each === item)
  return (
    <li className="grid gap-1 px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <Badge tone={severity === 'page' ? 'bad' : 'sun'}>
          {t(`alarms.severities.${severity}`)}
        </Badge>
        {t(`alarms.names.${name}`)}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {[
          queue ? t(`queues.names.${queue}`) : item,
          value !== null && t('alarms.measured', { value: print(value), limit: print(limit) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {t('alarms.runbook') + formats.colon}
        <code className="font-mono">{runbook}</code>
      </p>
    </li>
  )
}

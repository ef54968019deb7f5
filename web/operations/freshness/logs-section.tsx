import { useTranslation } from 'react-i18next'
import type { FreshnessLog } from '#contracts/operations/freshness.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { DataTable, useColumns } from '#web/ui/table.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useDuration } from './duration.ts'
import { SectionHead } from './sections.tsx'

export function LogsSection({ logs }: { logs: readonly FreshnessLog[] }) {
  const { t } = useTranslation('freshness')
  const followed = logs.filter((log) => log.state !== 'ended')
  const ended = logs.filter((log) => log.state === 'ended')
  const quarantined = logs.filter((log) => log.state === 'quarantined')
  return (
    <section className="border-y border-line bg-surface">
      <div className="page py-16">
        <SectionHead title={t('logs.title')}>{t('logs.text')}</SectionHead>
        <div className="mt-6">
          {quarantined.length > 0 ? (
            <Notice tone="sun" title={t('logs.incidents', { count: quarantined.length })}>
              <ul className="grid gap-1">
                {quarantined.map((log) => (
                  <Incident key={log.description} log={log} />
                ))}
              </ul>
            </Notice>
          ) : (
            <p className="text-sm text-muted">
              {t(followed.length > 0 ? 'logs.noIncidents' : 'logs.none')}
            </p>
          )}
        </div>
        {followed.length > 0 && <LogTable logs={followed} caption={t('logs.caption')} />}
        {ended.length > 0 && (
          <details className="group mt-2 border-t border-line">
            <Summary className="py-2">{t('logs.ended', { count: ended.length })}</Summary>
            <LogTable logs={ended} caption={t('logs.endedCaption')} />
          </details>
        )}
      </div>
    </section>
  )
}

/**
 * The server describes a log's problem in technical English; the page shows that text unchanged.
 */
function Incident({
  log: { description, problem, quarantinedSince, secondsSinceStep },
}: {
  log: FreshnessLog
}) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (
    <li>
      {quarantinedSince === null
        ? t('logs.incident', { log: description, ago: duration(secondsSinceStep) })
        : t('logs.incidentSince', { log: description, moment: formats.moment(quarantinedSince) })}
      {problem !== null && (
        <>
          {' '}
          <span lang="en" className="font-mono text-xs wrap-anywhere">
            {problem}
          </span>
        </>
      )}
    </li>
  )
}

const tones: Record<LogState, BadgeTone> = {
  atHead: 'good',
  behind: 'plain',
  catchingUp: 'sun',
  quarantined: 'bad',
  ended: 'plain',
}

function LogTable({ logs, caption }: { logs: readonly FreshnessLog[]; caption: string }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const { number } = useColumns<FreshnessLog>()
  return (
    <DataTable
      edges="none"
      caption={caption}
      className="mt-4"
      items={logs}
      keyOf={({ description }) => description}
      columns={[
        {
          head: t('logs.log'),
          rowHead: 'strong',
          className: 'min-w-40',
          cell: ({ description, operator }) => (
            <>
              {description}
              <span className="block text-xs font-normal text-muted">{operator}</span>
            </>
          ),
        },
        {
          head: t('logs.state'),
          cell: (log) => {
            const state = logStateOf(log)
            return <Badge tone={tones[state]}>{t(`logs.states.${state}`)}</Badge>
          },
        },
        number(t('logs.read'), ({ entriesRead }) => entriesRead),
        {
          head: t('logs.share'),
          isNumber: true,
          cell: ({ shareRead }) => (shareRead === null ? '–' : formats.percent(floored(shareRead))),
        },
        number(t('logs.behind'), ({ entriesBehind }) => entriesBehind),
        {
          head: t('logs.answered'),
          isNumber: true,
          className: 'whitespace-nowrap',
          cell: (log) => t('logs.ago', { duration: duration(log.secondsSinceStep) }),
        },
      ]}
    />
  )
}

/** Rounded down to the displayed precision, so that 100 % means every entry. */
const floored = (share: number): number => Math.floor(share * 1_000) / 1_000

type LogState = 'atHead' | 'behind' | 'catchingUp' | 'quarantined' | 'ended'

/** Logs publish entries in tiles of this size; we read a partial tile only once it is full. */
const UNFINISHED_TILE = 256

/** `active` is at the log's head, behind it, or still in its first catch-up. */
export function logStateOf({
  state,
  liveSince,
  entriesBehind,
}: Pick<FreshnessLog, 'state' | 'liveSince' | 'entriesBehind'>): LogState {
  if (state !== 'active') return state
  if (liveSince === null) return 'catchingUp'
  return entriesBehind < UNFINISHED_TILE ? 'atHead' : 'behind'
}

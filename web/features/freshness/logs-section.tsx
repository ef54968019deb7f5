import { useTranslation } from 'react-i18next'
import type { FreshnessLog } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LogTable } from './log-table.tsx'
import { SectionHead } from './section-head.tsx'
import { useDuration } from './use-duration.ts'

/** Every log that we follow: how far we have read it, and which logs have problems. */
export function LogsSection({ logs }: { logs: readonly FreshnessLog[] }) {
  const { t } = useTranslation('freshness')
  const followed = logs.filter((log) => log.state !== 'ended')
  const ended = logs.filter((log) => log.state === 'ended')
  const parked = logs.filter((log) => log.state === 'parked')
  return (
    <section className="border-y border-line bg-surface">
      <div className="page py-16">
        <SectionHead title={t('logs.title')}>{t('logs.text')}</SectionHead>
        <div className="mt-6">
          {parked.length > 0 ? (
            <Notice tone="sun" title={t('logs.incidents', { count: parked.length })}>
              <ul className="grid gap-1">
                {parked.map((log) => (
                  <Incident key={log.description} log={log} />
                ))}
              </ul>
            </Notice>
          ) : (
            <p className="text-sm text-muted">{t(followed.length > 0 ? 'logs.noIncidents' : 'logs.none')}</p>
          )}
        </div>
        {followed.length > 0 && <LogTable logs={followed} caption={t('logs.caption')} />}
        {ended.length > 0 && (
          <details className="mt-2 border-t border-line">
            <summary className="flex min-h-11 items-center py-2 text-sm font-semibold">
              {t('logs.ended', { count: ended.length })}
            </summary>
            <LogTable logs={ended} caption={t('logs.endedCaption')} />
          </details>
        )}
      </div>
    </section>
  )
}

/** The server describes a log's problem in technical English; the page shows that text unchanged. */
function Incident({ log: { description, problem, parkedSince, secondsSinceStep } }: { log: FreshnessLog }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (
    <li>
      {parkedSince === null
        ? t('logs.incident', { log: description, ago: duration(secondsSinceStep) })
        : t('logs.incidentSince', { log: description, moment: formats.moment(parkedSince) })}
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

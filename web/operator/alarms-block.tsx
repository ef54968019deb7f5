import { useTranslation } from 'react-i18next'
import type { Alarm } from '#contracts/operator/system.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Block, Nothing } from './parts.tsx'

/** What is beyond the limit of an alert rule. */
export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation('operator')
  return (
    <Block title={t('alarms.title')} text={t('alarms.text')}>
      {alarms.length === 0 ? (
        <Nothing text={t('alarms.none')} />
      ) : (
        <ul className="divide-y divide-line">
          {alarms.map((alarm) => (
            <AlarmRow key={`${alarm.name} ${alarm.item}`} alarm={alarm} />
          ))}
        </ul>
      )}
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

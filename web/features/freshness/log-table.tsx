import { useTranslation } from 'react-i18next'
import type { FreshnessLog } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { logStateOf, type LogState } from './log-state.ts'
import { useDuration } from './use-duration.ts'

const tones: Record<LogState, BadgeTone> = {
  atHead: 'good',
  behind: 'plain',
  catchingUp: 'sun',
  parked: 'bad',
  ended: 'plain',
}

export function LogTable({ logs, caption }: { logs: readonly FreshnessLog[]; caption: string }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (
    <Table caption={caption} className="mt-4">
      <thead>
        <tr>
          <HeadCell className="ps-0">{t('logs.log')}</HeadCell>
          <HeadCell>{t('logs.state')}</HeadCell>
          <HeadCell isNumber>{t('logs.read')}</HeadCell>
          <HeadCell isNumber>{t('logs.share')}</HeadCell>
          <HeadCell isNumber>{t('logs.behind')}</HeadCell>
          <HeadCell isNumber className="pe-0">
            {t('logs.answered')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => {
          const state = logStateOf(log)
          return (
            <Row key={log.description}>
              <th scope="row" className="min-w-40 py-2.5 pe-2.5 text-start font-semibold">
                {log.description}
                <span className="block text-xs font-normal text-muted">{log.operator}</span>
              </th>
              <Cell>
                <Badge tone={tones[state]}>{t(`logs.states.${state}`)}</Badge>
              </Cell>
              <Cell isNumber>{formats.number(log.entriesRead)}</Cell>
              <Cell isNumber>{log.shareRead === null ? '–' : formats.percent(floored(log.shareRead))}</Cell>
              <Cell isNumber>{formats.number(log.entriesBehind)}</Cell>
              <Cell isNumber className="pe-0 whitespace-nowrap">
                {t('logs.ago', { duration: duration(log.secondsSinceStep) })}
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

/** Rounded down to the displayed precision, so that 100 % means every entry. */
const floored = (share: number): number => Math.floor(share * 1_000) / 1_000

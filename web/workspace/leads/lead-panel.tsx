import { useQuery } from '@tanstack/react-query'
import { CalendarClock, PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import { getLead, type Lead } from '#contracts/workspace/leads.ts'
import { listSavedStores } from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useBulk } from '#web/workspace/bulk/use-bulk.ts'
import { useLeadActions } from './lead-actions.tsx'
import { useDayText, useLocalDay } from './lead-day.ts'
import { StageSelect, useStageNameOf, useStages } from './stages.tsx'

type Props = { storeId: StoreId; name: string; isSaved: boolean }

/** On a store's page: its stage, what comes next, and how it came there. */
export function LeadPanel({ storeId, name, isSaved }: Props) {
  const { t } = useTranslation(['leads', 'bulk'])
  const stages = useStages().data?.stages ?? []
  const { run, isRunning } = useBulk(() => ({ storeIds: [storeId] }))
  const nameOf = useStageNameOf(stages)
  const current = useLead(storeId, isSaved)
  return (
    <div className="grid basis-full gap-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <StageSelect
          label={t('leads:stageOf', { name })}
          stages={stages}
          value={current?.stage ?? null}
          none={t('bulk:stages.none')}
          isBusy={isRunning}
          onChange={(stage) =>
            void run({ kind: 'stage', stage: stage?.key ?? null }, stage ? nameOf(stage.key) : name)
          }
          className="min-h-9 border border-control bg-surface ps-3"
        />
        {current && <LeadSteps lead={current} />}
      </div>
      {current && current.history.length > 1 && <History lead={current} nameOf={nameOf} />}
    </div>
  )
}

/** Only a saved store can be a lead. */
function useLead(storeId: StoreId, isSaved: boolean) {
  const id = String(storeId)
  const saved = useQuery({ ...q(listSavedStores, { query: { store: id } }), enabled: isSaved }).data
  const isLead =
    isSaved && saved?.content[0]?.storeId === storeId && saved.content[0].stage !== null
  const lead = useQuery({ ...q(getLead, { params: { storeId: id } }), enabled: isLead }).data
  return isLead ? lead : undefined
}

function LeadSteps({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { actions, dialog } = useLeadActions()
  const today = useLocalDay()
  const dayText = useDayText()
  const text = [lead.nextStep, dayText(lead, today)].filter(Boolean).join(', ')
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        className="-mx-2 min-w-0 px-2! font-normal!"
        onClick={() => actions.ask({ kind: 'step', lead })}
      >
        <CalendarClock className="size-4 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0 wrap-anywhere">{text || t('step.set')}</span>
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        className="-mx-2 px-2! font-normal!"
        onClick={() => actions.ask({ kind: 'write', lead })}
      >
        <PenLine className="size-4 shrink-0 text-muted" aria-hidden />
        {t('write')}
      </Button>
      {dialog}
    </>
  )
}

type HistoryProps = {
  lead: ResponseOf<typeof getLead>
  nameOf: ReturnType<typeof useStageNameOf>
}

/** The moves between stages, the latest first. */
function History({ lead: { history, contactedAt }, nameOf }: HistoryProps) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  return (
    <details className="text-xs text-muted">
      <summary className="inline-flex min-h-6 items-center">
        {t('history.title', { count: history.length, moves: formats.number(history.length) })}
        {contactedAt !== null && `, ${t('history.contacted', { day: formats.day(contactedAt) })}`}
      </summary>
      <ol className="grid gap-0.5 py-1">
        {history.map(({ from, to, at }) => (
          <li key={`${at}${String(to)}`}>
            <time dateTime={at}>{formats.moment(at)}</time>
            {formats.colon}
            {t('history.move', { from: nameOf(from), to: nameOf(to) })}
          </li>
        ))}
      </ol>
    </details>
  )
}

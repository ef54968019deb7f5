import { useQueryClient } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Brief, LeadStep } from '#contracts/workspace/brief.ts'
import { getLead, putLead } from '#contracts/workspace/leads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import {
  ActionButton,
  ActionLink,
  BRIEF_LINES,
  BriefGroup,
  BriefLine,
  GroupLink,
  useDealtWith,
} from './brief-group.tsx'
import { useZonedTime } from './zoned-time.ts'

/** The due next steps of leads. A finished step stays in place, with an undo button. */
export function Steps({ brief: { steps, counts } }: { brief: Brief }) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const complete = useCompletion()
  const { lines, deal, undo } = useDealtWith<number>()
  if (counts.steps === 0) return null
  const { overdue } = counts
  return (
    <BriefGroup
      title={t('steps.title')}
      count={counts.steps}
      note={
        <>
          {overdue > 0 && (
            <span className="text-bad">{t('steps.overdue', formats.counted(overdue))}, </span>
          )}
          {t('steps.note')}
        </>
      }
      more={
        <GroupLink to={paths.leads({ due: overdue > 0 ? 'overdue' : 'today' })}>
          {t('all', { total: formats.number(counts.steps) })}
        </GroupLink>
      }
    >
      {steps.slice(0, BRIEF_LINES).map((step) => {
        const dealt = lines.get(step.store.id)
        return (
          <StepLine
            key={step.store.id}
            step={step}
            doneAt={dealt?.at ?? null}
            isBusy={dealt?.undo === null}
            onDone={() => void deal(step.store.id, () => complete(step))}
            onUndo={() => void undo(step.store.id)}
          />
        )
      })}
    </BriefGroup>
  )
}

const changedMeanwhile = () => new ApiError('lead_changed', '', { status: 409, requestId: null })

/** @returns what completes a step, and resolves to what takes that back */
function useCompletion() {
  const client = useQueryClient()
  const reload = useReload()
  const put = useCall(putLead)
  return async ({ store, nextStep, nextDay }: LeadStep) => {
    const params = { storeId: String(store.id) }
    const lead = await client.fetchQuery({ ...q(getLead, { params }), staleTime: 0 })
    if (lead.nextStep !== nextStep || lead.nextDay !== nextDay) throw changedMeanwhile()
    const write = async (
      version: number,
      step: Pick<LeadStep, 'nextStep'> & { nextDay: string | null },
    ) => {
      const after = await put.mutateAsync({ params, body: { version, ...step } })
      void reload(getLead)
      return after.version
    }
    const version = await write(lead.version, { nextStep: null, nextDay: null })
    return () => write(version, { nextStep, nextDay })
  }
}

type StepProps = {
  step: LeadStep
  doneAt: string | null
  isBusy: boolean
  onDone: () => void
  onUndo: () => void
}

function StepLine({ step, doneAt, isBusy, onDone, onUndo }: StepProps) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const time = useZonedTime()
  const { store, nextStep, daysLate } = step
  const { name } = store
  return (
    <BriefLine
      isDone={doneAt !== null}
      sign={
        <button
          type="button"
          aria-label={t('steps.markDone', { name })}
          title={t('steps.markDone', { name })}
          onClick={onDone}
          className="group grid size-6.5 place-items-center rounded-full text-control hover:text-ink max-work:-mx-2.25 max-work:size-11"
        >
          <Circle className="size-4 group-hover:hidden" aria-hidden />
          <Check className="hidden size-4 group-hover:block" aria-hidden />
        </button>
      }
      to={paths.listStore(store.slug)}
      name={name}
      text={nextStep ?? t('steps.unnamed')}
      aside={
        doneAt !== null ? (
          <span className="text-faint">{t('steps.done', { time: time.time(doneAt) })}</span>
        ) : daysLate > 0 ? (
          <b className="font-semibold text-bad">{t('steps.late', formats.counted(daysLate))}</b>
        ) : (
          <b className="font-semibold text-ink">{t('steps.today')}</b>
        )
      }
      action={
        doneAt !== null ? (
          <ActionButton of={name} isQuiet isBusy={isBusy} onClick={onUndo}>
            {t('undo')}
          </ActionButton>
        ) : (
          <ActionLink to={paths.listStore(store.slug)} of={name}>
            {t(store.hasEmail ? 'steps.write' : 'steps.open')}
          </ActionLink>
        )
      }
    />
  )
}

import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, isDay } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { undoChange } from '#contracts/workspace/bulk.ts'
import { type Lead, listLeads, MAX_NEXT_STEP, mergeLead } from '#contracts/workspace/leads.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/choices.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { TemplateManager } from '#web/workspace/templates/template-manager.tsx'
import { WriteDialog } from '#web/workspace/templates/write-dialog.tsx'
import type { LeadDialogProps } from './lead-actions.tsx'
import { useLocalDay } from './lead-day.ts'
import { StageManager } from './stage-manager.tsx'
import { StageList, useStageNameOf, useStages } from './stages.tsx'
import { useLeadChange } from './use-lead-change.ts'

/** The dialog that is open over the leads. */
export function LeadDialogs({ dialog, actions, onClose }: LeadDialogProps) {
  const { kind } = dialog
  switch (kind) {
    case 'stage':
      return <StageDialog lead={dialog.lead} actions={actions} onClose={onClose} />
    case 'step':
      return <StepDialog {...dialog} actions={actions} onClose={onClose} />
    case 'write':
      return <WriteDialog {...dialog} actions={actions} onClose={onClose} />
    case 'merge':
      return <MergeDialog lead={dialog.lead} onClose={onClose} />
    case 'stages':
      return <StageManager onClose={onClose} />
    case 'templates':
      return <TemplateManager onClose={onClose} />
    default:
      return kind satisfies never
  }
}

type StageProps = Omit<LeadDialogProps, 'dialog'> & { lead: Lead }

function StageDialog({ lead, actions, onClose }: StageProps) {
  const { t } = useTranslation('leads')
  return (
    <Dialog title={t('stageOf', { name: lead.store.name })} onClose={onClose}>
      <StageList
        stages={useStages().data?.stages ?? []}
        current={lead.stage}
        onChoose={({ key }) => {
          onClose()
          if (key !== lead.stage) void actions.change(lead, { stage: key }, true)
        }}
      />
    </Dialog>
  )
}

type StepProps = StageProps & {
  /** The proposed day where no day is set. */
  inDays?: number
}

const CHOICES = [0, 1, 3, 7, 14, 30] as const

/** What comes next with a lead, and on which day. */
function StepDialog({ lead, inDays, actions, onClose }: StepProps) {
  const { t } = useTranslation(['leads', 'forms'])
  const formats = useFormats()
  const today = useLocalDay()
  const [step, setStep] = useState(lead.nextStep ?? '')
  const [day, setDay] = useState(
    inDays === undefined ? (lead.nextDay ?? '') : addDays(today, inDays),
  )
  const isWrong = day !== '' && !isDay(day)
  const save = (edit: { nextStep: string | null; nextDay: string | null }) => {
    onClose()
    void actions.change(lead, edit, true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) save({ nextStep: step.trim() || null, nextDay: day || null })
  }
  const has = lead.nextStep !== null || lead.nextDay !== null
  return (
    <Dialog title={t('leads:step.of', { name: lead.store.name })} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('leads:step.text')}
          placeholder={t('leads:step.example')}
          value={step}
          maxLength={MAX_NEXT_STEP}
          autoComplete="off"
          onChange={({ target }) => setStep(target.value)}
        />
        <div className="grid gap-2">
          <TextField
            label={t('leads:step.day')}
            type="date"
            value={day}
            error={isWrong ? t('leads:step.noDay') : undefined}
            onChange={({ target }) => setDay(target.value)}
            className="max-w-56"
          />
          <div className="flex flex-wrap gap-1.5">
            {CHOICES.map((days) => (
              <Chip
                key={days}
                label={
                  days === 0
                    ? t('leads:day.today')
                    : days === 1
                      ? t('leads:day.tomorrow')
                      : t('leads:step.inDays', { count: days, days: formats.number(days) })
                }
                isChosen={day === addDays(today, days)}
                onChoose={() => setDay(addDays(today, days))}
              />
            ))}
          </div>
        </div>
        <DialogButtons cancel={{ onCancel: onClose }}>
          {has && (
            <Button variant="secondary" onClick={() => save({ nextStep: null, nextDay: null })}>
              {t('leads:step.done')}
            </Button>
          )}
          <Button type="submit">{t('leads:step.save')}</Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Which of two leads of the same shop stays. Merging is asked, never done by itself. */
function MergeDialog({ lead, onClose }: Omit<StageProps, 'actions'>) {
  const { t } = useTranslation(['leads', 'components'])
  const [other] = lead.duplicates
  const { id: storeId, name, domain } = lead.store
  const own = { storeId, name, domain, stage: lead.stage }
  const leads = other ? [own, other] : [own]
  const [keptId, setKeptId] = useState<StoreId>(storeId)
  const { merge, isPending, error } = useMerge(onClose)
  const nameOf = useStageNameOf(useStages().data?.stages ?? [])
  const kept = leads.find(({ storeId }) => storeId === keptId)
  const ended = leads.find(({ storeId }) => storeId !== keptId)
  if (!other || !kept || !ended) return null
  return (
    <Dialog
      title={t('leads:merge.title')}
      description={t(`leads:duplicate.${other.shared}`, { name: other.name })}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-sm font-semibold">{t('leads:merge.keep')}</legend>
        {leads.map(({ storeId, name, domain, stage }) => (
          <label
            key={storeId}
            className="flex items-start gap-3 rounded-lg border border-line p-3 has-checked:border-ink has-checked:bg-canvas"
          >
            <input
              type="radio"
              name="kept"
              aria-label={`${name}, ${domain}`}
              checked={storeId === keptId}
              onChange={() => setKeptId(storeId)}
              className="mt-0.5 size-4.5 shrink-0"
            />
            <span className="grid min-w-0 text-sm">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="wrap-anywhere text-muted">{domain}</span>
              <span className="text-muted">{nameOf(stage)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="py-3 text-sm text-muted">
        {t('leads:merge.text', { kept: kept.name, ended: ended.name })}
      </p>
      <FormFailure error={error} />
      <DialogButtons cancel={{ onCancel: onClose }}>
        <Button isBusy={isPending} onClick={() => void merge(ended, kept)}>
          {t('leads:merge.do')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type Named = { storeId: StoreId; name: string }

function useMerge(onDone: () => void) {
  const { t } = useTranslation(['leads', 'components', 'bulk'])
  const { isPending, error, mutateAsync } = useCall(mergeLead)
  const undoing = useCall(undoChange)
  const { refresh } = useLeadChange()
  const reload = useReload()
  const show = () => Promise.all([reload(listLeads), refresh()])
  const undo = async (id: string) => {
    try {
      await undoing.mutateAsync({ params: { id } })
      await show()
    } catch {
      notify({ kind: 'error', subject: 'merge', title: t('bulk:undoFailed') })
    }
  }
  const merge = async (ended: Named, kept: Named) => {
    try {
      const { undo: undoable } = await mutateAsync({
        params: { storeId: String(ended.storeId) },
        body: { into: kept.storeId },
      })
      onDone()
      void show()
      notify({
        kind: 'success',
        subject: 'merge',
        title: t('leads:merge.done', { kept: kept.name, ended: ended.name }),
        action: { label: t('components:saving.undo'), run: () => void undo(undoable.id) },
      })
    } catch {
      // The dialog shows the reason.
    }
  }
  return { merge, isPending, error }
}

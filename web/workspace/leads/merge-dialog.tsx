import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreId } from '#contracts/ids.ts'
import { undoChange } from '#contracts/workspace/bulk.ts'
import { type Lead, listLeads, mergeLead } from '#contracts/workspace/leads.ts'
import { useCall, useReload } from '#web/api/query.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { useStageNameOf, useStages } from './stages.tsx'
import { useLeadChange } from './use-lead-change.ts'

type Props = { lead: Lead; onClose: () => void }

/** Which of two leads of the same shop stays. Merging is asked, never done by itself. */
export function MergeDialog({ lead, onClose }: Props) {
  const { t } = useTranslation(['leads', 'components'])
  const [other] = lead.duplicates
  const own = {
    storeId: lead.store.id,
    name: lead.store.name,
    domain: lead.store.domain,
    stage: lead.stage,
  }
  const leads = other ? [own, other] : [own]
  const [keptId, setKeptId] = useState<StoreId>(own.storeId)
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

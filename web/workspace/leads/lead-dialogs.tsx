import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { TemplateManager } from '#web/workspace/templates/template-manager.tsx'
import { WriteDialog } from '#web/workspace/templates/write-dialog.tsx'
import type { LeadDialogProps } from './lead-actions.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { StageManager } from './stage-manager.tsx'
import { StageList, useStages } from './stages.tsx'
import { StepDialog } from './step-dialog.tsx'

/** Whatever is open over the leads. */
export function LeadDialogs({ dialog, actions, onClose }: LeadDialogProps) {
  const { kind } = dialog
  switch (kind) {
    case 'stage':
      return <StageDialog lead={dialog.lead} actions={actions} onClose={onClose} />
    case 'step':
      return <StepDialog {...dialog} actions={actions} onClose={onClose} />
    case 'write':
      return <WriteDialog lead={dialog.lead} actions={actions} onClose={onClose} />
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

type StageProps = Pick<LeadDialogProps, 'actions' | 'onClose'> & {
  lead: Extract<LeadDialogProps['dialog'], { kind: 'stage' | 'write' | 'merge' }>['lead']
}

function StageDialog({ lead, actions, onClose }: StageProps) {
  const { t } = useTranslation('leads')
  const stages = useStages().data?.stages ?? []
  return (
    <Dialog title={t('stageOf', { name: lead.store.name })} onClose={onClose}>
      <StageList
        stages={stages}
        current={lead.stage}
        onChoose={({ key }) => {
          onClose()
          if (key !== lead.stage) void actions.change(lead, { stage: key }, true)
        }}
      />
    </Dialog>
  )
}

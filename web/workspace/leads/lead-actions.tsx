import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreId } from '#contracts/ids.ts'
import type { Lead, Stage } from '#contracts/workspace/leads.ts'
import { useServices } from '#web/lib/app/services.ts'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import type { PeekActions } from '#web/ui/store/use-peek.ts'
import type { Ticks } from '#web/workspace/bulk/ticks.ts'
import { type LeadEdit, useLeadChange } from './use-lead-change.ts'

/** What opens over the leads. */
export type LeadDialog =
  | { kind: 'stage' | 'write' | 'merge'; lead: Lead }
  | { kind: 'step'; lead: Lead; inDays?: number }
  | { kind: 'stages' | 'templates' }

export type AskLead = (dialog: LeadDialog) => void

export type LeadActions = {
  ask: AskLead
  /** Resolves to whether the server has taken it. */
  change: (lead: Lead, edit: LeadEdit, isByKeys?: boolean) => Promise<boolean>
}

const DAYS_TO_NEXT = 3

/** The changes of leads, and the dialogs that ask for what they need. */
export function useLeadActions(): { actions: LeadActions; dialog: ReactNode } {
  const [open, setOpen] = useState<LeadDialog | null>(null)
  const { change } = useLeadChange()
  const openStep = (lead: Lead) => setOpen({ kind: 'step', lead, inDays: DAYS_TO_NEXT })
  const actions: LeadActions = {
    ask: setOpen,
    change: (lead, edit, isByKeys = false) => change(lead, edit, { isByKeys, openStep }),
  }
  return {
    actions,
    dialog: open && <LateDialog dialog={open} actions={actions} onClose={() => setOpen(null)} />,
  }
}

export type LeadDialogProps = { dialog: LeadDialog; actions: LeadActions; onClose: () => void }

/** Its code and texts load with the first dialog. */
function LateDialog(props: LeadDialogProps) {
  const { t } = useTranslation('errors')
  const services = useServices()
  const { data, isError } = useQuery({
    queryKey: ['leadDialogs'],
    queryFn: async () => {
      const [{ LeadDialogs }] = await Promise.all([
        import('./lead-dialogs.tsx'),
        loadTexts(services, ['leads', 'templates', 'bulk']),
      ])
      return { LeadDialogs }
    },
    staleTime: Infinity,
  })
  const { onClose } = props
  useEffect(() => {
    if (!isError) return
    notify({ kind: 'error', subject: 'lead-dialog', title: t('title') })
    onClose()
  }, [isError, onClose, t])
  return data ? <data.LeadDialogs {...props} /> : null
}

type Board = LeadActions & {
  stages: readonly Stage[]
  ticks: Ticks<StoreId>
  peek: PeekActions
}

const BoardContext = createContext<Board | null>(null)

/** For cards and rows, which render again only when one of these changes. */
export function LeadsContext({ children, ...board }: Board & { children: ReactNode }) {
  const { ask, change, stages, ticks, peek } = board
  const value = useMemo(
    () => ({ ask, change, stages, ticks, peek }),
    [ask, change, stages, ticks, peek],
  )
  return <BoardContext value={value}>{children}</BoardContext>
}

export function useLeads(): Board {
  const board = use(BoardContext)
  if (!board) throw new Error('no LeadsContext above this lead')
  return board
}

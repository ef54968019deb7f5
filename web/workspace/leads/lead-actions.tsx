import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
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
type LeadDialog =
  | { kind: 'stage' | 'merge'; lead: Lead }
  /** `next`: gets the focus once the lead is contacted; null at the last one, unset beside the leads. */
  | { kind: 'write'; lead: Lead; next?: HTMLElement | null }
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
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  // The same as long as the screen is open: a card renders again only when its lead changes.
  const actions = useMemo<LeadActions>(() => {
    const openStep = (lead: Lead) => setOpen({ kind: 'step', lead, inDays: DAYS_TO_NEXT })
    return {
      ask: setOpen,
      change: (lead, edit, isByKeys = false) => latest.current(lead, edit, { isByKeys, openStep }),
    }
  }, [])
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

type Board = LeadActions & { ticks: Ticks<StoreId>; peek: PeekActions }

const BoardContext = createContext<Board | null>(null)
const StagesContext = createContext<readonly Stage[]>([])

type ContextProps = Board & { stages: readonly Stage[]; children: ReactNode }

/** For cards and rows. The stages change with each count, so that what needs them asks for them. */
export function LeadsContext({ stages, children, ...board }: ContextProps) {
  const { ask, change, ticks, peek } = board
  const value = useMemo(() => ({ ask, change, ticks, peek }), [ask, change, ticks, peek])
  return (
    <BoardContext value={value}>
      <StagesContext value={stages}>{children}</StagesContext>
    </BoardContext>
  )
}

export const useBoardStages = () => use(StagesContext)

export function useLeads(): Board {
  const board = use(BoardContext)
  if (!board) throw new Error('no LeadsContext above this lead')
  return board
}

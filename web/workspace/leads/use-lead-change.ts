import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listFacets, listStores } from '#contracts/catalog/stores.ts'
import type { StoreId } from '#contracts/ids.ts'
import { getLead, type Lead, listLeads, listStages, putLead } from '#contracts/workspace/leads.ts'
import { listSavedStores } from '#contracts/workspace/saved.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { transportOf, useReload } from '#web/api/query.ts'
import { createStore } from '#web/lib/create-store.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify, withdrawToasts } from '#web/lib/toast.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { showLead, shownLead } from './lead-pages.ts'
import { useStageNameOf, useStages } from './stages.tsx'

export type LeadEdit = Partial<Pick<Lead, 'stage' | 'nextStep' | 'nextDay'>> & { isContact?: true }
type Options = {
  isByKeys?: boolean
  /** What the message offers besides the undo. */
  openStep?: (lead: Lead) => void
}

/** The lead that the message at the foot is about: its card is marked, and brought into view. */
export const toldLead = createStore<{ id: StoreId; isByKeys: boolean } | null>(null)

const SUBJECT = 'lead'

/**
 * Calls for the same lead run one after the other, because the later one needs the version that the
 * earlier one makes. `stored`: as the server had it before them.
 */
const waiting = new Map<StoreId, { stored: Lead; latest: Promise<Lead> }>()

/** Paints a change at once, and takes it back when the server refuses it. */
export function useLeadChange() {
  const client = useQueryClient()
  const say = useLeadMessages()
  const reload = useReload()

  function refresh() {
    for (const { name } of [listStores, listFacets, listLeads])
      void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
    return reload(listStages, listSavedStores, getLead)
  }

  /** Resolves to whether the server has taken it. */
  async function change(seen: Lead, edit: LeadEdit, options: Options = {}): Promise<boolean> {
    // An answer may have come since the caller took its copy.
    const shown = shownLead(client, seen.store.id)
    const lead = shown && shown.version > seen.version ? shown : seen
    const painted = paint(client, lead, edit)
    toldLead.set({ id: lead.store.id, isByKeys: options.isByKeys === true })
    try {
      const sent = await send(client, lead, edit)
      if (!sent) return true
      const { stored, before } = sent
      showLead(client, painted, stored)
      say.done(before, stored, {
        undo: () => void change(stored, undoOf(before, edit)),
        step: options.openStep && (() => options.openStep?.(stored)),
      })
      return true
    } catch (error) {
      await fail(error, { lead, painted }, () => void change(lead, edit, options))
      return false
    } finally {
      void refresh()
    }
  }

  type Failed = { lead: Lead; painted: Lead }

  async function fail(error: unknown, { lead, painted }: Failed, again: () => void): Promise<void> {
    const isChanged = isApiError(error, 'lead_changed')
    const isStale = isChanged || (isApiError(error) && error.status === 404)
    const present = isStale ? await presentOf(client, lead) : undefined
    if (isChanged && present) {
      showLead(client, painted, present.lead)
      const { stage, nextStep, nextDay } = painted
      return say.changed(
        present.lead,
        present.at,
        painted,
        () => void change(present.lead, { stage, nextStep, nextDay }),
      )
    }
    showLead(client, painted, present === null ? null : lead)
    say.refused(lead, error, present === null ? undefined : again)
  }
  return { change, refresh }
}

function paint(client: QueryClient, lead: Lead, edit: LeadEdit): Lead {
  const { isContact: _isContact, ...shown } = edit
  const now = new Date().toISOString()
  const painted = { ...lead, ...shown, ...(shown.stage !== undefined && { movedAt: now }) }
  // An answer that is on its way would undo what is painted.
  const queryKey = [listLeads.name]
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  showLead(client, lead, painted)
  return painted
}

/** @returns null when a later change of the same lead decides */
async function send(
  client: QueryClient,
  lead: Lead,
  edit: LeadEdit,
): Promise<{ stored: Lead; before: Lead } | null> {
  const { id } = lead.store
  const earlier = waiting.get(id)
  const before = earlier?.stored ?? lead
  const latest = (async () => {
    const { version } = (await earlier?.latest.catch(() => undefined)) ?? before
    const body = { ...edit, version }
    return call(transportOf(client), putLead, { params: { storeId: String(id) }, body })
  })()
  waiting.set(id, { stored: before, latest })
  const isLatest = () => waiting.get(id)?.latest === latest
  try {
    const stored = await latest
    return isLatest() ? { stored, before } : null
  } finally {
    if (isLatest()) waiting.delete(id)
  }
}

/** As the server has it, and when it moved last; null if it is no lead any more. */
async function presentOf(
  client: QueryClient,
  { store }: Lead,
): Promise<{ lead: Lead; at: string } | null | undefined> {
  try {
    const params = { storeId: String(store.id) }
    const { history, ...lead } = await call(transportOf(client), getLead, { params })
    return { lead, at: history[0]?.at ?? lead.movedAt }
  } catch (error) {
    return isApiError(error) && error.status === 404 ? null : undefined
  }
}

/** What takes the edit back. */
const undoOf = ({ stage, nextStep, nextDay }: Lead, edit: LeadEdit): LeadEdit => ({
  ...(edit.stage !== undefined && { stage }),
  ...(edit.nextStep !== undefined && { nextStep }),
  ...(edit.nextDay !== undefined && { nextDay }),
})

function useLeadMessages() {
  const { t } = useTranslation(['leads', 'errors', 'components'])
  const formats = useFormats()
  const textOf = useFailureText()
  const nameOf = useStageNameOf(useStages().data?.stages ?? [])
  return {
    done(
      before: Lead,
      { store, stage, nextStep, nextDay }: Lead,
      run: { undo: () => void; step: (() => void) | undefined },
    ) {
      const moved = stage !== before.stage
      const changed = nextStep !== before.nextStep || nextDay !== before.nextDay
      if (!moved && !changed) return withdrawToasts(SUBJECT)
      notify({
        kind: 'success',
        subject: SUBJECT,
        title: moved
          ? t('leads:said.moved', { name: store.name, stage: nameOf(stage) })
          : nextStep === null && nextDay === null
            ? t('leads:said.noStep', { name: store.name })
            : t('leads:said.step', { name: store.name }),
        action: { label: t('components:saving.undo'), run: run.undo },
        line: moved && run.step ? { second: { label: t('leads:step.title'), run: run.step } } : {},
      })
    },
    refused({ store, stage }: Lead, error: unknown, again: (() => void) | undefined) {
      notify({
        kind: 'error',
        subject: SUBJECT,
        title: again
          ? t('leads:said.back', { name: store.name, stage: nameOf(stage), reason: textOf(error) })
          : t('leads:said.gone', { name: store.name }),
        ...(again && { action: { label: t('errors:retry'), run: again } }),
        line: {},
      })
    },
    /** Another tab or device was faster. */
    changed({ store, stage }: Lead, at: string, wanted: Lead, set: () => void) {
      const isMoved = stage !== wanted.stage
      notify({
        kind: 'error',
        subject: SUBJECT,
        title: t(isMoved ? 'leads:said.movedElsewhere' : 'leads:said.changedElsewhere', {
          name: store.name,
          stage: nameOf(stage),
          time: formats.time(at),
        }),
        action: {
          label: isMoved
            ? t('leads:said.setTo', { stage: nameOf(wanted.stage) })
            : t('leads:said.setMine'),
          run: set,
        },
        line: {},
      })
    },
  }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undoDeletion } from '#contracts/auth.ts'
import { useCall } from '#web/api/use-call.ts'
import { UndoPanel } from './undo-panel.tsx'
import { undoStateOf, type UndoState } from './undo-state.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useLinkToken } from '#web/lib/use-link-token.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'

/** Opening the page changes nothing, because scanners open the links in mails too. */
export function UndoDeletionPage() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const undo = useCall(undoDeletion)
  const [tried, setTried] = useState<UndoState>({ kind: 'asking' })
  // Before hydration, it is unknown whether this history entry still holds its token.
  const state: UndoState = isHydrated && token === null ? { kind: 'invalid' } : tried

  const keep = async () => {
    if (token === null) return
    setTried({ kind: 'working' })
    try {
      await undo.mutateAsync({ body: { token } })
      setTried({ kind: 'done' })
    } catch (error) {
      setTried(undoStateOf(error))
    }
  }
  return (
    <>
      <PageMeta page="undoDeletion" noindex />
      <AccountFrame
        title={t(`undo.${titleKeys[state.kind]}`)}
        step={titleKeys[state.kind]}
        sun={state.kind === 'done' ? 'up' : 'low'}
        after={<SupportLine />}
      >
        <UndoPanel state={state} onKeep={keep} />
      </AccountFrame>
    </>
  )
}

const titleKeys = {
  asking: 'title',
  working: 'title',
  failed: 'title',
  done: 'done.title',
  expired: 'expired',
  invalid: 'invalid',
} as const satisfies Record<UndoState['kind'], string>

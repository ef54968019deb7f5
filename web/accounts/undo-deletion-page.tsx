import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undoDeletion } from '#contracts/accounts/auth.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useLinkToken } from '#web/lib/navigation/link-token.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame, SupportLine } from '#web/ui/account-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { MailLinkConfirmation } from '#web/ui/mail-link-confirmation.tsx'

/** Opening the page changes nothing, because scanners open the links in mails too. */
function UndoDeletionPage() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const call = useCall(undoDeletion)
  const [tried, setTried] = useState<UndoState>({ kind: 'asking' })
  // Before hydration, it is unknown whether this history entry still holds its token.
  const state: UndoState = isHydrated && token === null ? { kind: 'invalid' } : tried

  const undo = async () => {
    if (token === null) return
    setTried({ kind: 'working' })
    try {
      await call.mutateAsync({ body: { token } })
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
        <UndoPanel state={state} onUndo={undo} />
      </AccountFrame>
    </>
  )
}

export { UndoDeletionPage as Component }

export const loader = pageLoader(['forms'])

const titleKeys = {
  asking: 'title',
  working: 'title',
  failed: 'title',
  done: 'done.title',
  expired: 'expired',
  invalid: 'invalid',
} as const satisfies Record<UndoState['kind'], string>

function UndoPanel({ state, onUndo }: { state: UndoState; onUndo: () => void }) {
  const { t } = useTranslation(['forms', 'errors'])
  switch (state.kind) {
    case 'done':
      return (
        <div className="grid gap-5">
          <p>{t('forms:undo.done.text')}</p>
          <LinkButton to={paths.login()} size="lg">
            {t('forms:toLogin')}
          </LinkButton>
        </div>
      )
    case 'expired':
    case 'invalid':
      return (
        <div className="grid gap-5">
          <p>
            {t(state.kind === 'expired' ? 'errors:undo_link_expired' : 'errors:undo_link_invalid')}
          </p>
          <LinkButton to={paths.login()} variant="secondary" size="lg">
            {t('forms:backToLogin')}
          </LinkButton>
        </div>
      )
    case 'asking':
    case 'working':
    case 'failed':
      return <Question state={state} onUndo={onUndo} />
  }
}

type QuestionProps = {
  state: UndoState
  onUndo: () => void
}

function Question({ state, onUndo }: QuestionProps) {
  const { t } = useTranslation('forms')
  const isBusy = state.kind === 'working'
  return (
    <MailLinkConfirmation
      text={t('undo.text')}
      label={t(isBusy ? 'undo.submitting' : 'undo.submit')}
      isBusy={isBusy}
      error={state.kind === 'failed' ? state.error : null}
      onPress={onUndo}
    />
  )
}

type UndoState =
  | { kind: 'asking' | 'working' | 'done' | 'expired' | 'invalid' }
  | { kind: 'failed'; error: unknown }

const codes: Partial<Record<ErrorCode | (string & {}), 'expired' | 'invalid'>> = {
  undo_link_expired: 'expired',
  undo_link_invalid: 'invalid',
  invalid_request: 'invalid',
}

/** State of the page after a refusal: the link is no longer valid, or the user may retry. */
export function undoStateOf(error: unknown): UndoState {
  const kind = isApiError(error) ? codes[error.code] : undefined
  return kind ? { kind } : { kind: 'failed', error }
}

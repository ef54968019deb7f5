import { useTranslation } from 'react-i18next'
import type { UndoState } from './undo-state.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

export function UndoPanel({ state, onKeep }: { state: UndoState; onKeep: () => void }) {
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
          <p>{t(state.kind === 'expired' ? 'errors:undo_link_expired' : 'errors:undo_link_invalid')}</p>
          <LinkButton to={paths.login()} variant="secondary" size="lg">
            {t('forms:backToLogin')}
          </LinkButton>
        </div>
      )
    case 'asking':
    case 'working':
    case 'failed':
      return <Question state={state} onKeep={onKeep} />
  }
}

type QuestionProps = { state: UndoState; onKeep: () => void }

function Question({ state, onKeep }: QuestionProps) {
  const { t } = useTranslation('forms')
  const textOf = useFailureText()
  const isBusy = state.kind === 'working'
  return (
    <div className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {state.kind === 'failed' && (
          <FormFailure error={state.error} text={textOf(state.error, { fallback: 'undoFailed' })} />
        )}
      </div>
      <p>{t('undo.text')}</p>
      <Button size="lg" isBusy={isBusy} onClick={onKeep}>
        {t(isBusy ? 'undo.submitting' : 'undo.submit')}
      </Button>
    </div>
  )
}

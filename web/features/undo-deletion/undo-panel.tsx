import { useTranslation } from 'react-i18next'
import type { UndoState } from './undo-state.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { LinkQuestion } from '#web/ui/link-question.tsx'

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

type QuestionProps = {
  state: UndoState
  onKeep: () => void
}

function Question({ state, onKeep }: QuestionProps) {
  const { t } = useTranslation('forms')
  const isBusy = state.kind === 'working'
  return (
    <LinkQuestion
      text={t('undo.text')}
      label={t(isBusy ? 'undo.submitting' : 'undo.submit')}
      isBusy={isBusy}
      error={state.kind === 'failed' ? state.error : null}
      onPress={onKeep}
    />
  )
}

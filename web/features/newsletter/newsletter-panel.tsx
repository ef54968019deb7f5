import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { LinkQuestion } from '#web/ui/link-question.tsx'
import type { NewsletterState } from './newsletter-state.ts'

export function NewsletterPanel({ state, onConfirm }: { state: NewsletterState; onConfirm: () => void }) {
  const { t } = useTranslation(['forms', 'errors'])
  switch (state.kind) {
    case 'done':
      return <Told text={t('forms:newsletter.done.text')} />
    case 'invalid':
    case 'expired':
      return <Told text={t(`errors:newsletter_link_${state.kind}`)} />
    case 'asking':
    case 'confirming':
    case 'failed':
      return <Question state={state} onConfirm={onConfirm} />
    default:
      return state satisfies never
  }
}

function Told({ text }: { text: string }) {
  const { t } = useTranslation('forms')
  return (
    <div className="grid gap-5">
      <p>{text}</p>
      <LinkButton to={paths.home()} variant="secondary" size="lg">
        {t('newsletter.done.home')}
      </LinkButton>
    </div>
  )
}

type QuestionProps = {
  state: NewsletterState
  onConfirm: () => void
}

function Question({ state, onConfirm }: QuestionProps) {
  const { t } = useTranslation('forms')
  const isBusy = state.kind === 'confirming'
  return (
    <LinkQuestion
      text={t('newsletter.text')}
      label={t(isBusy ? 'newsletter.submitting' : 'newsletter.submit')}
      isBusy={isBusy}
      error={state.kind === 'failed' ? state.error : null}
      onPress={onConfirm}
    />
  )
}

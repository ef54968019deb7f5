import { useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
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

function Question({ state, onConfirm }: { state: NewsletterState; onConfirm: () => void }) {
  const { t } = useTranslation('forms')
  const textOf = useFailureText()
  const isBusy = state.kind === 'confirming'
  return (
    <div className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {state.kind === 'failed' && (
          <FormFailure error={state.error} text={textOf(state.error, { fallback: 'undoFailed' })} />
        )}
      </div>
      <p>{t('newsletter.text')}</p>
      <Button size="lg" isBusy={isBusy} onClick={onConfirm}>
        {t(isBusy ? 'newsletter.submitting' : 'newsletter.submit')}
      </Button>
    </div>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmNewsletter } from '#contracts/site/mail-subscriptions.ts'
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

/**
 * Opening the page confirms nothing: scanners open the links in mails too, and they must not
 * consent for a person.
 */
function NewsletterPage() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const call = useCall(confirmNewsletter)
  const [attempted, setAttempted] = useState<NewsletterState>({ kind: 'asking' })
  // Before hydration, it is unknown whether this history entry still holds its token.
  const state: NewsletterState = isHydrated && token === null ? { kind: 'invalid' } : attempted

  const confirm = async () => {
    if (token === null) return
    setAttempted({ kind: 'confirming' })
    try {
      await call.mutateAsync({ body: { token } })
      setAttempted({ kind: 'done' })
    } catch (error) {
      setAttempted(newsletterStateOf(error))
    }
  }
  return (
    <>
      <PageMeta page="newsletter" noindex />
      <AccountFrame
        title={t(`newsletter.${titleKeys[state.kind]}`)}
        step={titleKeys[state.kind]}
        sun={state.kind === 'done' ? 'up' : 'low'}
        after={<SupportLine />}
      >
        <NewsletterPanel state={state} onConfirm={() => void confirm()} />
      </AccountFrame>
    </>
  )
}

export { NewsletterPage as Component }

export const loader = pageLoader(['forms'])

const titleKeys = {
  asking: 'title',
  confirming: 'title',
  failed: 'title',
  done: 'done.title',
  expired: 'invalid',
  invalid: 'invalid',
} as const satisfies Record<NewsletterState['kind'], string>

function NewsletterPanel({ state, onConfirm }: { state: NewsletterState; onConfirm: () => void }) {
  const { t } = useTranslation(['forms', 'errors'])
  switch (state.kind) {
    case 'done':
      return <Result text={t('forms:newsletter.done.text')} />
    case 'invalid':
    case 'expired':
      return <Result text={t(`errors:newsletter_link_${state.kind}`)} />
    case 'asking':
    case 'confirming':
    case 'failed':
      return <Question state={state} onConfirm={onConfirm} />
    default:
      return state satisfies never
  }
}

function Result({ text }: { text: string }) {
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
    <MailLinkConfirmation
      text={t('newsletter.text')}
      label={t(isBusy ? 'newsletter.submitting' : 'newsletter.submit')}
      isBusy={isBusy}
      error={state.kind === 'failed' ? state.error : null}
      onPress={onConfirm}
    />
  )
}

type NewsletterState =
  | { kind: 'asking' | 'confirming' | 'done' }
  /** The link is truncated, or we never issued it. */
  | { kind: 'invalid' }
  /** The link was not confirmed in time, or the address has unsubscribed since. */
  | { kind: 'expired' }
  | { kind: 'failed'; error: unknown }

/** An expired or invalid link is final; after any other failure the visitor may retry. */
export function newsletterStateOf(error: unknown): NewsletterState {
  if (isApiError(error, 'newsletter_link_expired')) return { kind: 'expired' }
  if (isApiError(error, 'newsletter_link_invalid') || isApiError(error, 'invalid_request'))
    return { kind: 'invalid' }
  return { kind: 'failed', error }
}

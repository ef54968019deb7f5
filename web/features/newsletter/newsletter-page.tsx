import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmNewsletter } from '#contracts/newsletter.ts'
import { useCall } from '#web/api/use-call.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useLinkToken } from '#web/lib/use-link-token.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'
import { NewsletterPanel } from './newsletter-panel.tsx'
import { newsletterStateOf, type NewsletterState } from './newsletter-state.ts'

/** Opening the page confirms nothing: scanners open the links in mails too, and they must not consent for a person. */
export function NewsletterPage() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const call = useCall(confirmNewsletter)
  const [tried, setTried] = useState<NewsletterState>({ kind: 'asking' })
  // Before hydration, it is unknown whether this history entry still holds its token.
  const state: NewsletterState = isHydrated && token === null ? { kind: 'invalid' } : tried

  const confirm = async () => {
    if (token === null) return
    setTried({ kind: 'confirming' })
    try {
      await call.mutateAsync({ body: { token } })
      setTried({ kind: 'done' })
    } catch (error) {
      setTried(newsletterStateOf(error))
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

const titleKeys = {
  asking: 'title',
  confirming: 'title',
  failed: 'title',
  done: 'done.title',
  expired: 'invalid',
  invalid: 'invalid',
} as const satisfies Record<NewsletterState['kind'], string>

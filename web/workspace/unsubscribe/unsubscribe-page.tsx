import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type MailKind,
  readUnsubscribe,
  resubscribe,
  unsubscribe,
} from '#contracts/site/mail-subscriptions.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { ONCE, linkEndOf, useLinkToken } from '#web/lib/navigation/link-token.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame, SupportLine } from '#web/ui/account-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { LinkPress } from '#web/ui/mail-link-page.tsx'

/**
 * One button, no sign-in. Scanners open the links in mails too, so opening the page changes
 * nothing.
 */
function UnsubscribePage() {
  const { t } = useTranslation(['forms', 'errors'])
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const link = useQuery({
    ...q(readUnsubscribe, { query: { token: token ?? '' } }),
    ...ONCE,
    enabled: token !== null,
  })
  const off = useCall(unsubscribe)
  const on = useCall(resubscribe)
  const isInvalid =
    (isHydrated && token === null) || [link, off, on].some(({ error }) => linkEndOf(error) !== null)
  const step = isInvalid ? 'invalid' : on.isSuccess ? 'on' : off.isSuccess ? 'off' : 'asking'
  return (
    <>
      <PageMeta page="unsubscribe" noindex />
      <AccountFrame
        title={t(`forms:unsubscribe.${titleKeys[step]}`)}
        step={step}
        sun="low"
        after={<SupportLine />}
      >
        {step === 'invalid' && <Ended text={t('errors:unsubscribe_link_invalid')} />}
        {step === 'on' && <Ended text={t('forms:unsubscribe.on.text')} />}
        {step === 'asking' && (
          <Loaded
            query={link}
            skeleton={<Skeleton className="grid gap-5" bones={['h-12', 'h-13']} />}
          >
            {({ kind }) => (
              <div className="grid gap-5">
                <LinkPress
                  text={t(`forms:unsubscribe.${kind}`)}
                  label={t(
                    off.isPending ? 'forms:unsubscribe.submitting' : 'forms:unsubscribe.submit',
                  )}
                  call={off}
                  fallback="unsubscribeFailed"
                  onPress={() => token !== null && off.mutate({ query: { token } })}
                />
                {kind !== 'newsletter' && (
                  <p className="text-sm text-muted">{t('forms:unsubscribe.account')}</p>
                )}
              </div>
            )}
          </Loaded>
        )}
        {step === 'off' && link.data && token !== null && (
          <Done kind={link.data.kind} call={on} onTurnOn={() => on.mutate({ body: { token } })} />
        )}
      </AccountFrame>
    </>
  )
}

export { UnsubscribePage as Component }

export const loader = pageLoader(['forms'])

const titleKeys = {
  asking: 'title',
  off: 'done.title',
  on: 'on.title',
  invalid: 'invalid',
} as const

function Ended({ text }: { text: string }) {
  const { t } = useTranslation('forms')
  return (
    <div className="grid gap-5">
      <p>{text}</p>
      <LinkButton to={paths.settingsPreferences()} variant="secondary" size="lg">
        {t('unsubscribe.settings')}
      </LinkButton>
    </div>
  )
}

type DoneProps = {
  kind: MailKind
  call: { isPending: boolean; error: unknown }
  onTurnOn: () => void
}

/**
 * Offers an undo to signed-in users only, because a link alone may only turn mails off. The
 * newsletter has no undo, because its address has been deleted.
 */
function Done({ kind, call, onTurnOn }: DoneProps) {
  const { t } = useTranslation('forms')
  const session = useSession()
  const text = t(`unsubscribe.done.${kind}`)
  if (session.status !== 'signed-in' || kind === 'newsletter') return <p>{text}</p>
  return (
    <LinkPress
      text={text}
      label={t(call.isPending ? 'unsubscribe.submitting' : 'unsubscribe.undo')}
      variant="secondary"
      call={call}
      failure={isApiError(call.error, 'not_found') ? t('unsubscribe.other') : undefined}
      onPress={onTurnOn}
    />
  )
}

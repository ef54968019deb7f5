import { useTranslation } from 'react-i18next'
import type { MailKind } from '#contracts/site/mail-subscriptions.ts'
import { isApiError } from '#web/api/api-error.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame, SupportLine } from '#web/ui/account-frame.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorState } from '#web/ui/feedback/states.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-failure.tsx'
import { type Unsubscribe, type UnsubscribeState, useUnsubscribe } from './unsubscribe.ts'

/**
 * One button, no sign-in. Scanners open the links in mails too, so opening the page changes
 * nothing.
 */
function UnsubscribePage() {
  const { t } = useTranslation('forms')
  const unsubscribe = useUnsubscribe()
  const title = titleKeys[unsubscribe.state.kind]
  return (
    <>
      <PageMeta page="unsubscribe" noindex />
      <AccountFrame
        title={t(`unsubscribe.${title}`)}
        step={title}
        sun="low"
        after={<SupportLine />}
      >
        <UnsubscribePanel {...unsubscribe} />
      </AccountFrame>
    </>
  )
}

export { UnsubscribePage as Component }

export const loader = pageLoader(['forms'])

const titleKeys = {
  loading: 'title',
  unknown: 'title',
  asking: 'title',
  turningOff: 'title',
  stillOn: 'title',
  off: 'done.title',
  turningOn: 'done.title',
  stillOff: 'done.title',
  on: 'on.title',
  invalid: 'invalid',
} as const satisfies Record<UnsubscribeState['kind'], string>

function UnsubscribePanel({ state, retry, turnOff, turnOn }: Unsubscribe) {
  const { t } = useTranslation(['forms', 'errors'])
  switch (state.kind) {
    case 'loading':
      return (
        <Skeleton className="grid gap-5">
          <Bone className="h-12" />
          <Bone className="h-13" />
        </Skeleton>
      )
    case 'unknown':
      return <ErrorState error={state.error} onRetry={retry} />
    case 'invalid':
      return (
        <div className="grid gap-5">
          <p>{t('errors:unsubscribe_link_invalid')}</p>
          <SettingsLink />
        </div>
      )
    case 'asking':
    case 'turningOff':
    case 'stillOn':
      return (
        <Question
          about={state.about}
          error={state.kind === 'stillOn' ? state.error : null}
          isBusy={state.kind === 'turningOff'}
          onTurnOff={turnOff}
        />
      )
    case 'off':
    case 'turningOn':
    case 'stillOff':
      return (
        <Done
          about={state.about}
          error={state.kind === 'stillOff' ? state.error : null}
          isBusy={state.kind === 'turningOn'}
          onTurnOn={turnOn}
        />
      )
    case 'on':
      return (
        <div className="grid gap-5">
          <p>{t('forms:unsubscribe.on.text')}</p>
          <SettingsLink />
        </div>
      )
    default:
      return state satisfies never
  }
}

function SettingsLink() {
  const { t } = useTranslation('forms')
  return (
    <LinkButton to={paths.settingsPreferences()} variant="secondary" size="lg">
      {t('unsubscribe.settings')}
    </LinkButton>
  )
}

type QuestionProps = { about: MailKind; error: unknown; isBusy: boolean; onTurnOff: () => void }

function Question({ about, error, isBusy, onTurnOff }: QuestionProps) {
  const { t } = useTranslation('forms')
  const textOf = useFailureText()
  return (
    <div className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {error !== null && (
          <FormFailure error={error} text={textOf(error, { fallback: 'unsubscribeFailed' })} />
        )}
      </div>
      <p>{t(`unsubscribe.${about}`)}</p>
      <Button size="lg" isBusy={isBusy} onClick={onTurnOff}>
        {t(isBusy ? 'unsubscribe.submitting' : 'unsubscribe.submit')}
      </Button>
      {about !== 'newsletter' && <p className="text-sm text-muted">{t('unsubscribe.account')}</p>}
    </div>
  )
}

type DoneProps = { about: MailKind; error: unknown; isBusy: boolean; onTurnOn: () => void }

/**
 * Offers an undo to signed-in users only, because a link alone may only turn mails off. The
 * newsletter has no undo, because its address has been deleted.
 */
function Done({ about, error, isBusy, onTurnOn }: DoneProps) {
  const { t } = useTranslation('forms')
  const session = useSession()
  const textOf = useFailureText()
  const text = isApiError(error, 'not_found')
    ? t('unsubscribe.other')
    : textOf(error, { fallback: 'undoFailed' })
  return (
    <div className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {error !== null && <FormFailure error={error} text={text} />}
      </div>
      <p>{t(`unsubscribe.done.${about}`)}</p>
      {session.status === 'signed-in' && about !== 'newsletter' && (
        <Button variant="secondary" size="lg" isBusy={isBusy} onClick={onTurnOn}>
          {t(isBusy ? 'unsubscribe.submitting' : 'unsubscribe.undo')}
        </Button>
      )}
    </div>
  )
}

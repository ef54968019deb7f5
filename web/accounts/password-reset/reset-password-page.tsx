import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateResetToken } from '#contracts/accounts/auth.ts'
import {
  AccountFrame,
  RedirectNotice,
  SupportLine,
  useTimedRedirect,
} from '#web/ui/account-frame.tsx'
import { isRefusal } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { ONCE, okOr, useLinkToken } from '#web/lib/navigation/link-token.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-call.tsx'
import { ResetForm } from './reset-form.tsx'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'

function ResetPasswordPage() {
  return (
    <>
      <PageMeta page="resetPassword" noindex />
      <Content />
    </>
  )
}

export { ResetPasswordPage as Component }

export const loader = pageLoader(['forms'])

/** Section 7 of the specification: any OK response means that the token is valid. */
const VALID = { message: '' }

function Content() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const link = useQuery({
    ...q(validateResetToken, { query: { token: token ?? '' } }),
    ...ONCE,
    enabled: token !== null,
  })
  const isValid = okOr(link, VALID) !== undefined
  const [end, setEnd] = useState<'open' | 'done' | 'link-ended'>('open')

  if (end === 'done') return <DonePanel />
  // Before hydration, it is unknown whether this history entry still holds its token.
  if (isHydrated && (token === null || end === 'link-ended')) return <InvalidPanel />
  if (link.error && !isValid) {
    // A failed check can be repeated, and says nothing about the link.
    return isRefusal(link.error) ? (
      <InvalidPanel error={link.error} />
    ) : (
      <UncheckedPanel error={link.error} onRetry={() => void link.refetch()} />
    )
  }
  return (
    <AccountFrame
      title={t('reset.title')}
      lead={t('reset.subtitle')}
      step={isValid ? 'loaded' : 'loading'}
      sun={isValid ? 'half' : 'low'}
    >
      {isValid && token !== null ? (
        <ResetForm
          token={token}
          onDone={() => setEnd('done')}
          onLinkEnded={() => setEnd('link-ended')}
        />
      ) : (
        <Waiting>{t('reset.validating')}</Waiting>
      )}
    </AccountFrame>
  )
}

const REDIRECT_AFTER_MS = 3_000

function DonePanel() {
  const { t } = useTranslation('forms')
  const redirect = useTimedRedirect(paths.login(), REDIRECT_AFTER_MS)
  return (
    <AccountFrame title={t('reset.done.title')} sun="up" isNews>
      <p>{t('reset.done.text')}</p>
      <LinkButton to={paths.login()} size="lg">
        {t('toLogin')}
      </LinkButton>
      <RedirectNotice to="login" redirect={redirect} />
    </AccountFrame>
  )
}

function InvalidPanel({ error = null }: { error?: unknown }) {
  const { t } = useTranslation('forms')
  const textOf = useFailureText()
  return (
    <AccountFrame title={t('reset.invalid.title')} sun="low" after={<SupportLine />} isNews>
      <Notice tone="bad">
        <p className="font-medium">{textOf(error, { fallback: 'reset_link_invalid' })}</p>
      </Notice>
      <p>{t('reset.invalid.text')}</p>
      <LinkButton to={paths.forgotPassword()} size="lg">
        {t('reset.invalid.request')}
      </LinkButton>
      <LinkButton to={paths.login()} variant="secondary">
        {t('backToLogin')}
      </LinkButton>
    </AccountFrame>
  )
}

function UncheckedPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['forms', 'errors'])
  return (
    <AccountFrame title={t('forms:reset.unchecked')} sun="low" after={<SupportLine />} isNews>
      <FormFailure error={error} network="resetLinkUnreachable" />
      <RetryButton size="lg" onClick={onRetry} />
      <LinkButton to={paths.login()} variant="secondary">
        {t('forms:backToLogin')}
      </LinkButton>
    </AccountFrame>
  )
}

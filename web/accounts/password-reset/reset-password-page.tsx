import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type UseFormSetError, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { resetPassword, validateResetToken } from '#contracts/accounts/auth.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import {
  missingPassword,
  NewPasswordFields,
  useIsCommonPassword,
  useNewPasswordRules,
} from '#web/accounts/passwords/new-password-fields.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import {
  AccountFrame,
  RedirectNotice,
  SupportLine,
  useTimedRedirect,
} from '#web/ui/account-frame.tsx'
import { isApiError, isRefusal } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { okOr, ONCE, useLinkToken } from '#web/lib/navigation/link-token.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-call.tsx'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'
import { SubmitButton } from '#web/ui/form/form-controls.tsx'

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

type Props = { token: string; onDone: () => void; onLinkEnded: () => void }

function ResetForm(props: Props) {
  const { t } = useTranslation(['forms', 'common'])
  const form = useForm<ResetFields>({
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { failure, isBusy, submit } = useReset({ ...props, setError: form.setError })
  const rules = useNewPasswordRules()
  const { errors } = form.formState
  const [password, confirm] = useWatch({
    control: form.control,
    name: ['password', 'confirmPassword'],
  })
  // Only the server knows the account, so there are no personal words to check.
  const isCommon = useIsCommonPassword(password, NO_TEXTS)
  const missing = missingPassword(password, confirm, isCommon)

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <FormFailure error={failure} fallback="resetFailed" />
      <NewPasswordFields
        password={{
          label: t('password.new'),
          value: password,
          error: errors.password?.message,
          isCommon,
          field: form.register('password', rules.password),
        }}
        confirm={{
          label: t('confirm.label'),
          value: confirm,
          error: errors.confirmPassword?.message,
          field: form.register('confirmPassword', rules.confirm),
        }}
      />
      <SubmitButton isBusy={isBusy} why={missing && t(`register.why.${missing}`)}>
        {t(isBusy ? 'common:saving' : 'reset.submit')}
      </SubmitButton>
    </form>
  )
}

const NO_TEXTS: readonly string[] = []

type ResetFields = { password: string; confirmPassword: string }
type Options = {
  token: string
  setError: UseFormSetError<ResetFields>
  onDone: () => void
  onLinkEnded: () => void
}

function useReset({ token, setError, onDone, onLinkEnded }: Options) {
  const { t } = useTranslation('errors')
  const store = useSessionStore()
  const reset = useCall(resetPassword)
  const textOf = useFailureText()
  const [failure, setFailure] = useState<unknown>(null)

  const submit = async ({ password, confirmPassword }: ResetFields) => {
    setFailure(null)
    try {
      const { message } = await reset.mutateAsync({
        body: { token, newPassword: password, confirmPassword },
      })
      notify({ kind: 'success', title: t('resetDoneTitle'), description: message })
      onDone()
      // The server has ended all sessions of the account, including one that this browser may hold.
      if (store.token()) await store.check()
    } catch (error) {
      reportFailure(error)
    }
  }
  const reportFailure = (error: unknown) => {
    const text = textOf(error, { fallback: 'resetFailed' })
    const title = t(isApiError(error, 'network') ? 'connectionErrorTitle' : 'resetFailedTitle')
    notify({ kind: 'error', title, description: text })
    const where = resetFailureOf(error)
    if (where.kind === 'general') setFailure(error)
    if (where.kind === 'link') onLinkEnded()
    if (where.kind === 'field') setError(where.field, { message: text }, { shouldFocus: true })
  }
  return { failure, isBusy: reset.isPending, submit }
}

const linkCodes: readonly string[] = [
  'reset_link_invalid',
  'reset_link_expired',
] satisfies ErrorCode[]

type ResetFailure =
  /** The link expired while its form was open. */
  { kind: 'link' } | { kind: 'field'; field: keyof ResetFields } | { kind: 'general' }

/** The call names the fields as it takes them; the specification also as the form has them. */
const fieldsByTheirName: Partial<Record<string, keyof ResetFields>> = {
  newPassword: 'password',
  password: 'password',
  confirmPassword: 'confirmPassword',
}

export function resetFailureOf(error: unknown): ResetFailure {
  if (!isApiError(error)) return { kind: 'general' }
  if (linkCodes.includes(error.code)) return { kind: 'link' }
  const field = fieldsByTheirName[error.field ?? '']
  return field ? { kind: 'field', field } : { kind: 'general' }
}

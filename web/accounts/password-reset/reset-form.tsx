import { useState } from 'react'
import { useForm, type UseFormSetError, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '#contracts/accounts/auth.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import {
  missingPassword,
  NewPasswordFields,
  useIsCommonPassword,
  useNewPasswordRules,
} from '#web/accounts/passwords/new-password-fields.tsx'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { FormFailure, useFailureText } from '#web/ui/form/form-call.tsx'
import { SubmitButton } from '#web/ui/form/form-controls.tsx'

type Props = { token: string; onDone: () => void; onLinkEnded: () => void }

export function ResetForm(props: Props) {
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

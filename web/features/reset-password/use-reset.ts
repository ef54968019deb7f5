import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '#contracts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { resetFailureOf } from './reset-outcome.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { useSessionStore } from '#web/lib/session.tsx'
import { notify } from '#web/ui/toast-store.ts'

export type ResetFields = { password: string; confirmPassword: string }
type Submission = { kind: 'idle' | 'submitting' } | { kind: 'failed'; error: unknown; text: string }
type Options = {
  token: string
  setError: UseFormSetError<ResetFields>
  onDone: () => void
  onLinkEnded: () => void
}

/** Saves the new password and reports the result in a toast and in the form. */
export function useReset({ token, setError, onDone, onLinkEnded }: Options) {
  const { t } = useTranslation('errors')
  const store = useSessionStore()
  const reset = useCall(resetPassword)
  const textOf = useFailureText()
  const [submission, setSubmission] = useState<Submission>({ kind: 'idle' })

  const submit = async ({ password, confirmPassword }: ResetFields) => {
    setSubmission({ kind: 'submitting' })
    try {
      const { message } = await reset.mutateAsync({ body: { token, newPassword: password, confirmPassword } })
      notify({ kind: 'success', title: t('resetDoneTitle'), description: message })
      onDone()
      // The server has ended all sessions of the account, including one that this browser may hold.
      if (store.token()) await store.check()
    } catch (error) {
      tell(error)
    }
  }
  const tell = (error: unknown) => {
    const text = textOf(error, { fallback: 'resetFailed' })
    const title = t(isApiError(error, 'network') ? 'connectionErrorTitle' : 'resetFailedTitle')
    notify({ kind: 'error', title, description: text })
    const failure = resetFailureOf(error)
    setSubmission(failure.kind === 'general' ? { kind: 'failed', error, text } : { kind: 'idle' })
    if (failure.kind === 'link') onLinkEnded()
    if (failure.kind === 'field') setError(failure.field, { message: text }, { shouldFocus: true })
  }
  return { submission, submit }
}

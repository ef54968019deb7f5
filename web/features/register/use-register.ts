import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { emailSignup } from '#contracts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { fieldOf, pendingDatesOf, type RegisterFields } from './register-fields.ts'
import { PENDING_DATES_KEY } from '#web/lib/pending-dates.ts'
import { PENDING_VERIFICATION_KEY } from '#web/lib/pending-verification.ts'
import { writeSessionText } from '#web/lib/use-session-text.ts'
import { paths } from '#web/paths.ts'

type Submission = { kind: 'idle' | 'submitting' } | { kind: 'failed'; error: unknown }

/** Signs up and opens the page about the mail. If the server blames one field, the error appears at that field. */
export function useRegister(setError: UseFormSetError<RegisterFields>) {
  const navigate = useNavigate()
  const signup = useCall(emailSignup)
  const [submission, setSubmission] = useState<Submission>({ kind: 'idle' })

  const submit = async ({ fullName, email, password }: RegisterFields) => {
    setSubmission({ kind: 'submitting' })
    const address = email.trim()
    const pendingDates = pendingDatesOf(sessionStorage.getItem(PENDING_DATES_KEY))
    const body = { name: fullName.trim(), email: address, password, ...(pendingDates && { pendingDates }) }
    try {
      await signup.mutateAsync({ body })
      await navigate(paths.emailVerification({ email: address }))
      // Stored only after navigation; otherwise this page would switch to the panel for returning visitors.
      writeSessionText(PENDING_VERIFICATION_KEY, address)
    } catch (error) {
      const field = isApiError(error) ? fieldOf(error.field) : null
      setSubmission(field ? { kind: 'idle' } : { kind: 'failed', error })
      if (field && isApiError(error)) setError(field, { message: error.message }, { shouldFocus: true })
    }
  }
  return { submission, submit }
}

import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { emailSignup, PendingDates } from '#contracts/account/auth.ts'
import { isEmail, MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/account/credentials.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { writeSessionText } from '#web/lib/browser/session-text.ts'
import { PENDING_VERIFICATION_KEY } from '#web/lib/browser/storage-keys.ts'
import { PENDING_DATES_KEY } from '#web/lib/dates/pending-dates.ts'
import { paths } from '#web/paths.ts'

type Submission = { kind: 'idle' | 'submitting' } | { kind: 'failed'; error: unknown }

/** Signs up and opens the page about the mail. If the server blames one field, the error appears at that field. */
export function useSignUp(setError: UseFormSetError<SignUpFields>) {
  const navigate = useNavigate()
  const signup = useCall(emailSignup)
  const [submission, setSubmission] = useState<Submission>({ kind: 'idle' })

  const submit = async ({ fullName, email, password }: SignUpFields) => {
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

export type SignUpFields = {
  fullName: string
  email: string
  password: string
  confirmPassword: string
  agreeToTerms: boolean
}

export const emptyFields: SignUpFields = {
  fullName: '',
  email: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
}

export type Missing = 'name' | 'email' | 'password' | 'confirm' | 'agree'

/** The first missing field, from top to bottom; null when the form can be submitted. */
export function firstMissing(fields: SignUpFields, isCommon: boolean | null = null): Missing | null {
  if (fields.fullName.trim() === '') return 'name'
  if (!isEmail(fields.email.trim())) return 'email'
  if (!meetsAllRules(fields.password) || fields.password.length > MAX_PASSWORD_LENGTH) return 'password'
  if (isCommon) return 'password'
  if (fields.confirmPassword !== fields.password) return 'confirm'
  return fields.agreeToTerms ? null : 'agree'
}

const fieldsByTheirName: Partial<Record<string, keyof SignUpFields>> = {
  name: 'fullName',
  email: 'email',
  password: 'password',
}

/** Maps the server's field name to the form's field. */
export const fieldOf = (blamed: string | undefined): keyof SignUpFields | null =>
  fieldsByTheirName[blamed ?? ''] ?? null

/** The dates picked before signing up, read from session storage. The stored text is untrusted. */
export function pendingDatesOf(stored: string | null): PendingDates | null {
  try {
    const parsed = PendingDates.safeParse(JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

import { useEffect, useState } from 'react'
import { emailSignin } from '#contracts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import type { LoginFields } from './login-form.tsx'
import { useArrival } from '#web/lib/use-arrival.ts'

/** Failures that are allowed before sign-in is paused; the count itself comes from the server. */
export const MAX_ATTEMPTS = 3
const DEFAULT_LOCK_SECONDS = 15 * 60

export type Attempt =
  | { kind: 'idle' }
  | { kind: 'submitting' }
  | { kind: 'failed'; error: unknown; remaining: number | null }
  | { kind: 'unverified'; error: unknown; email: string }
  | { kind: 'locked'; untilMs: number }

/** One try to sign in, and what came of it. Success stores the token and leads to the prices. */
export function useLogin() {
  const arrive = useArrival()
  const signin = useCall(emailSignin)
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })

  useEffect(() => {
    if (attempt.kind !== 'locked') return
    const timer = setTimeout(() => setAttempt({ kind: 'idle' }), attempt.untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [attempt])

  const submit = async (fields: LoginFields) => {
    const body = { ...fields, email: fields.email.trim() }
    setAttempt({ kind: 'submitting' })
    try {
      await arrive((await signin.mutateAsync({ body })).token)
    } catch (error) {
      setAttempt(outcomeOf(error, body.email, Date.now()))
    }
  }
  return { attempt, submit }
}

export function outcomeOf(error: unknown, email: string, nowMs: number): Attempt {
  if (isApiError(error, 'email_unverified')) return { kind: 'unverified', error, email }
  const remaining = isApiError(error) ? (error.remainingAttempts ?? null) : null
  // The failure that used up the last attempt is told as what it means: the lock that begins with it.
  if (isApiError(error) && (error.code === 'too_many_attempts' || remaining === 0)) {
    return { kind: 'locked', untilMs: nowMs + (error.retryAfterSeconds ?? DEFAULT_LOCK_SECONDS) * 1000 }
  }
  return { kind: 'failed', error, remaining }
}

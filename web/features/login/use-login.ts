import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { emailSignin } from '#contracts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import type { LoginFields } from './login-form.tsx'
import { useSessionStore } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** Failures that are allowed before sign-in is paused; the count itself comes from the server. */
export const MAX_ATTEMPTS = 3
const DEFAULT_LOCK_SECONDS = 15 * 60

export type Attempt =
  | { kind: 'idle' }
  | { kind: 'submitting' }
  | { kind: 'failed'; error: unknown; remaining: number | null }
  | { kind: 'unverified'; error: unknown }
  | { kind: 'locked'; untilMs: number }

/** One try to sign in, and what came of it. Success stores the token and leads to the prices. */
export function useLogin() {
  const store = useSessionStore()
  const navigate = useNavigate()
  const signin = useCall(emailSignin)
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })

  useEffect(() => {
    if (attempt.kind !== 'locked') return
    const timer = setTimeout(() => setAttempt({ kind: 'idle' }), attempt.untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [attempt])

  const submit = async ({ email, password, rememberMe }: LoginFields) => {
    setAttempt({ kind: 'submitting' })
    try {
      const { token } = await signin.mutateAsync({ body: { email: email.trim(), password, rememberMe } })
      await store.signIn(token)
      await navigate(paths.pricing())
    } catch (error) {
      setAttempt(outcomeOf(error, Date.now()))
    }
  }
  return { attempt, submit }
}

export function outcomeOf(error: unknown, nowMs: number): Attempt {
  if (isApiError(error, 'email_unverified')) return { kind: 'unverified', error }
  const remaining = isApiError(error) ? (error.remainingAttempts ?? null) : null
  // The failure that used up the last attempt is told as what it means: the lock that begins with it.
  if (isApiError(error) && (error.code === 'too_many_attempts' || remaining === 0)) {
    return { kind: 'locked', untilMs: nowMs + (error.retryAfterSeconds ?? DEFAULT_LOCK_SECONDS) * 1000 }
  }
  return { kind: 'failed', error, remaining }
}

import { useEffect, useState } from 'react'
import { emailSignin } from '#contracts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import type { LoginFields } from './login-form.tsx'
import { useArrival } from '#web/lib/use-arrival.ts'

/** Failures allowed before sign-in is paused. The server does the counting. */
export const MAX_ATTEMPTS = 3
const DEFAULT_LOCK_SECONDS = 15 * 60

export type Attempt =
  | { kind: 'idle' }
  | { kind: 'submitting' }
  | { kind: 'failed'; error: unknown; remaining: number | null }
  | { kind: 'unverified'; error: unknown; email: string }
  /** Lock for this address from this network; the server has no other locks. */
  | { kind: 'locked'; email: string; untilMs: number }

type Lock = Extract<Attempt, { kind: 'locked' }>

/**
 * State of a sign-in attempt. Success stores the token and opens the pricing page. A lock applies to its own address only: while `typed`
 * differs, the form stays usable.
 */
export function useLogin(typed: string) {
  const arrive = useArrival()
  const signin = useCall(emailSignin)
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })
  const [locks, setLocks] = useState<readonly Lock[]>([])

  useEffect(() => {
    const [next] = locks.toSorted((a, b) => a.untilMs - b.untilMs)
    if (!next) return
    const open = () => setLocks((all) => all.filter((lock) => lock !== next))
    const timer = setTimeout(open, next.untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [locks])

  const submit = async (fields: LoginFields) => {
    const body = { ...fields, email: fields.email.trim() }
    setAttempt({ kind: 'submitting' })
    try {
      await arrive((await signin.mutateAsync({ body })).token)
    } catch (error) {
      const outcome = outcomeOf(error, body.email, Date.now())
      setAttempt(outcome.kind === 'locked' ? { kind: 'idle' } : outcome)
      if (outcome.kind === 'locked') setLocks((all) => [...withoutLockOf(all, body.email), outcome])
    }
  }
  return { attempt: attempt.kind === 'submitting' ? attempt : (lockOf(locks, typed) ?? attempt), submit }
}

const addressOf = (typed: string) => typed.trim().toLowerCase()
export const lockOf = (locks: readonly Lock[], typed: string): Lock | undefined =>
  locks.find(({ email }) => addressOf(email) === addressOf(typed))
const withoutLockOf = (locks: readonly Lock[], typed: string): Lock[] =>
  locks.filter((lock) => lock !== lockOf(locks, typed))

export function outcomeOf(error: unknown, email: string, nowMs: number): Attempt {
  if (isApiError(error, 'email_unverified')) return { kind: 'unverified', error, email }
  const remaining = isApiError(error) ? (error.remainingAttempts ?? null) : null
  // The failure that uses up the last attempt starts the lock, so it is reported as the lock.
  if (isApiError(error) && (error.code === 'too_many_attempts' || remaining === 0)) {
    return {
      kind: 'locked',
      email,
      untilMs: nowMs + (error.retryAfterSeconds ?? DEFAULT_LOCK_SECONDS) * 1000,
    }
  }
  return { kind: 'failed', error, remaining }
}

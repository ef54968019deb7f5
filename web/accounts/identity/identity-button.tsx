import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { googleSignin } from '#contracts/accounts/auth.ts'
import { CodeDialog, useSignInRedirect } from '#web/accounts/sign-in/finish-sign-in.tsx'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProviderFailure, requestIdToken } from './identity-popup.tsx'

/** Below a form. Nothing if the installation has no identity provider. */
export function IdentityPart(props: { kind: 'signIn' | 'signUp'; rememberMe?: boolean }) {
  const { t } = useTranslation('forms')
  const { identityProvider } = useSite()
  const signInAndRedirect = useSignInRedirect()
  if (identityProvider === null) return null
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <ProviderButton
        {...props}
        provider={identityProvider}
        onToken={(token) => void signInAndRedirect(token)}
      />
    </>
  )
}

type Props = {
  kind: 'signIn' | 'signUp'
  /** The session lasts 30 days instead of 12 hours. */
  rememberMe?: boolean
  onToken: (sessionToken: string) => void
}

type Attempt =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'failed'; error: unknown }
  /** The account also asks for a code. */
  | { kind: 'code'; challenge: string }

/** Signs in or up through the identity provider; renders nothing if the installation has none. */
function ProviderButton({ provider, ...props }: Props & { provider: string }) {
  const { t } = useTranslation('forms')
  const { attempt, begin, restart } = useIdentity(props)
  const isBusy = attempt.kind === 'busy'
  return (
    <div className="grid gap-2">
      <Button variant="secondary" size="lg" isBusy={isBusy} onClick={() => void begin()}>
        {t(isBusy ? 'identity.waiting' : 'identity.continue', { provider })}
      </Button>
      <p aria-live="polite" className="text-sm text-bad empty:hidden">
        {attempt.kind === 'failed' && <ProviderFailure error={attempt.error} provider={provider} />}
      </p>
      {attempt.kind === 'code' && (
        <CodeDialog challenge={attempt.challenge} onToken={props.onToken} onCancel={restart} />
      )}
    </div>
  )
}

function useIdentity({ kind, rememberMe = false, onToken }: Props) {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })
  const left = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])

  const begin = async () => {
    const { signal = AbortSignal.abort() } = left.current ?? {}
    setAttempt({ kind: 'busy' })
    try {
      const outcome = await requestIdToken(transportOf(client), { signal })
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'token') {
        const body = { idToken: outcome.idToken, rememberMe }
        onToken((await call(transportOf(client), googleSignin, { body }, signal)).token)
      }
      setAttempt({ kind: 'idle' })
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, 'code_required') && error.challenge !== undefined)
        return setAttempt({ kind: 'code', challenge: error.challenge })
      // oxlint-disable-next-line no-console -- the specification asks for it: section 8, error catalogue
      console.warn(kind === 'signUp' ? 'Google sign-up failed' : 'Google sign-in failed', error)
      setAttempt({ kind: 'failed', error })
    }
  }
  return { attempt, begin, restart: () => setAttempt({ kind: 'idle' }) }
}

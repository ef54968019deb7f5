import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reauthenticate } from '#contracts/accounts/auth.ts'
import { PasswordInput } from '#web/accounts/passwords/password-input.tsx'
import { isApiError } from '#web/api/api-error.ts'
import { transportOf } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { focusWhenPossible } from '#web/lib/browser/elements.ts'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { ProviderFailure, requestIdToken } from './identity-popup.tsx'

type Question = { answer: (isConfirmed: boolean) => void }

/**
 * For actions that require a fresh proof of identity: `run` tries the action, asks for the proof if
 * the server requires it, and repeats the action; null if the user declines. Render `dialog` on the
 * page.
 */
export function useReauthentication(user: { hasPassword: boolean } | null) {
  const [question, setQuestion] = useState<Question | null>(null)
  const hasPassword = user?.hasPassword ?? true
  const dialog = question && <ConfirmIdentity hasPassword={hasPassword} onEnd={question.answer} />

  const ask = () => new Promise<boolean>((answer) => setQuestion({ answer }))
  const run = async <T,>(action: () => Promise<T>): Promise<T | null> => {
    const opener = document.activeElement
    try {
      return await action()
    } catch (error) {
      if (!isApiError(error, 'fresh_sign_in_required')) throw error
    }
    const isConfirmed = await ask().finally(() => setQuestion(null))
    try {
      return isConfirmed ? await action() : null
    } finally {
      // The button was disabled when the dialog opened, so the dialog could not record where the
      // focus was.
      focusWhenPossible(opener)
    }
  }
  return { run, dialog }
}

type ConfirmationProps = { onEnd: (isConfirmed: boolean) => void }

function ConfirmIdentity({ hasPassword, onEnd }: ConfirmationProps & { hasPassword: boolean }) {
  const { t } = useTranslation('forms')
  const { identityProvider } = useSite()
  return (
    <Dialog
      onClose={() => onEnd(false)}
      title={t('confirmIdentity.title')}
      description={t('confirmIdentity.text')}
    >
      {hasPassword ? (
        <PasswordConfirmation onEnd={onEnd} />
      ) : identityProvider ? (
        <ProviderConfirmation provider={identityProvider} onEnd={onEnd} />
      ) : (
        <NoConfirmation />
      )}
    </Dialog>
  )
}

function PasswordConfirmation({ onEnd }: ConfirmationProps) {
  const { t } = useTranslation('forms')
  const reauthentication = useCall(reauthenticate)
  const errorText = useErrorText(reauthentication.error)
  const form = useForm<{ password: string }>({
    defaultValues: { password: '' },
    reValidateMode: 'onSubmit',
  })
  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])
  const isWrong = isApiError(reauthentication.error) && reauthentication.error.field === 'password'
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await reauthentication.mutateAsync({ body: { password } })
      onEnd(true)
    } catch {
      setFocus('password', { shouldSelect: true })
    }
  })
  const field = form.register('password', {
    required: t('password.required'),
    onChange: () => {
      form.clearErrors('password')
      reauthentication.reset()
    },
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-4">
      <div aria-live="assertive" className="empty:hidden">
        {reauthentication.isError && !isWrong && <Notice tone="bad">{errorText}</Notice>}
      </div>
      <TextField
        label={t('confirmIdentity.password')}
        error={form.formState.errors.password?.message ?? (isWrong ? errorText : undefined)}
        as={PasswordInput}
        {...field}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Link to={paths.forgotPassword()} className="link -mt-1 justify-self-start text-sm">
        {t('login.forgot')}
      </Link>
      <DialogButtons cancel={{ onCancel: () => onEnd(false) }}>
        <Button type="submit" isBusy={reauthentication.isPending}>
          {t(reauthentication.isPending ? 'confirmIdentity.checking' : 'confirmIdentity.submit')}
        </Button>
      </DialogButtons>
    </form>
  )
}

type ProviderState = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; error: unknown }

function ProviderConfirmation({ provider, onEnd }: ConfirmationProps & { provider: string }) {
  const { t } = useTranslation('forms')
  const client = useQueryClient()
  const reauthentication = useCall(reauthenticate)
  const [state, setState] = useState<ProviderState>({ kind: 'idle' })
  const leaving = useRef(new AbortController())
  const isBusy = state.kind === 'busy'

  const begin = async () => {
    setState({ kind: 'busy' })
    try {
      const outcome = await requestIdToken(transportOf(client), { signal: leaving.current.signal })
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'cancelled') return setState({ kind: 'idle' })
      await reauthentication.mutateAsync({ body: { idToken: outcome.idToken } })
      onEnd(true)
    } catch (error) {
      setState({ kind: 'failed', error })
    }
  }
  const cancel = () => {
    leaving.current.abort()
    onEnd(false)
  }
  return (
    <div className="mt-2 grid gap-4">
      <div aria-live="assertive" className="empty:hidden">
        {state.kind === 'failed' && (
          <Notice tone="bad">
            <ProviderFailure error={state.error} provider={provider} />
          </Notice>
        )}
      </div>
      <DialogButtons cancel={{ onCancel: cancel }}>
        <Button isBusy={isBusy} onClick={() => void begin()}>
          {t(isBusy ? 'identity.waiting' : 'identity.continue', { provider })}
        </Button>
      </DialogButtons>
    </div>
  )
}

function NoConfirmation() {
  const { t } = useTranslation('forms')
  return (
    <Notice>
      <p>{t('confirmIdentity.noProvider')}</p>
      <Link to={paths.forgotPassword()} className="link font-semibold">
        {t('login.forgot')}
      </Link>
    </Notice>
  )
}

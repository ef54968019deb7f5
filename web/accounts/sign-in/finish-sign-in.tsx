import { type FormEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { finishSignin } from '#contracts/accounts/second-factor.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { CodeInput, TextField } from '#web/ui/form/form-controls.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { useNavigate } from 'react-router'
import { PENDING_VERIFICATION_KEY, writeSessionText } from '#web/lib/browser/browser-storage.ts'
import { takeWay } from '#web/lib/navigation/way.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'

type Props = { challenge: string; onToken: (token: string) => void; onCancel: () => void }

export function CodeDialog({ challenge, onToken, onCancel }: Props) {
  const { t } = useTranslation('forms')
  return (
    <Dialog onClose={onCancel} title={t('code.title')} description={t('code.text')}>
      <CodeForm challenge={challenge} onToken={onToken} onCancel={onCancel} />
    </Dialog>
  )
}

function CodeForm({ challenge, onToken, onCancel }: Props) {
  const { t } = useTranslation(['forms', 'navigation'])
  const call = useCall(finishSignin)
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const { setFocus, setError } = form
  useEffect(() => setFocus('code'), [setFocus])
  const isWrong = isApiError(call.error, 'wrong_code')
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      onToken((await call.mutateAsync({ body: { challenge, code } })).token)
    } catch (error) {
      if (!isApiError(error, 'wrong_code')) return
      setError('code', { message: error.message })
      setFocus('code', { shouldSelect: true })
    }
  })
  const submitAlone = (event: FormEvent) => {
    // React also sends it to the login form, in which the dialog is rendered.
    event.stopPropagation()
    void submit(event)
  }
  return (
    <form noValidate onSubmit={submitAlone} className="mt-2 grid gap-4">
      <FormFailure
        error={isWrong ? null : call.error}
        fallback="signInFailed"
        network="networkOrServer"
      />
      <TextField
        label={t('code.label')}
        hint={t('code.hint')}
        error={form.formState.errors.code?.message}
        as={CodeInput}
        {...form.register('code', { required: t('code.required') })}
      />
      <DialogButtons cancel={{ onCancel }}>
        <Button type="submit" isBusy={call.isPending}>
          {t(call.isPending ? 'code.submitting' : 'navigation:login')}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Opens the place that the visitor was going to, otherwise the prices. */
export function useSignInRedirect(): (token: string) => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async (token) => {
    await store.signIn(token)
    writeSessionText(PENDING_VERIFICATION_KEY, null)
    await navigate(takeWay(store.current()) ?? paths.pricing())
  }
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { forgotPassword } from '#contracts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useEarlyInput } from '#web/lib/early-input.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

type Fields = { email: string }

export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('forms')
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: { email: '' } })
  const formId = useEarlyInput(form, ['email'])
  const isHydrated = useHydrated()
  const ask = useCall(forgotPassword)
  const textOf = useFailureText()
  const [failure, setFailure] = useState<unknown>(null)

  const submit = async (fields: Fields) => {
    const email = fields.email.trim()
    setFailure(null)
    try {
      await ask.mutateAsync({ body: { email } })
      onSent(email)
    } catch (error) {
      if (isApiError(error) && error.field === 'email')
        form.setError('email', { message: error.message }, { shouldFocus: true })
      else setFailure(error)
    }
  }

  return (
    <form id={formId} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {failure !== null && (
          <FormFailure error={failure} text={textOf(failure, { fallback: 'forgotFailed' })} />
        )}
      </div>
      <EmailField
        error={form.formState.errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="send"
      />
      {/* Before hydration the browser would submit the form natively, and no code would handle it. */}
      <Button type="submit" size="lg" disabled={!isHydrated} isBusy={ask.isPending}>
        {t(ask.isPending ? 'resend.sending' : 'forgot.submit')}
      </Button>
    </form>
  )
}

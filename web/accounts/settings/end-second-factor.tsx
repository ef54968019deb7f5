import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { endSecondFactor } from '#contracts/accounts/second-factor.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { PasswordInput } from '#web/accounts/passwords/password-input.tsx'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Dialog } from '#web/ui/dialog.tsx'
import { CodeInput, Field } from '#web/ui/form/form-controls.tsx'
import { showServerError, useFailureToast } from './action-feedback.ts'

type Props = { user: CurrentUser; onEnd: () => void }

/** Asks for the password too: the phone may be in other hands. */
export function EndSecondFactor({ user, onEnd }: Props) {
  const { t } = useTranslation('settings')
  const { hasPassword } = user
  const { form, submit, isBusy, dialog } = useEnd(user, onEnd)
  const { errors } = form.formState
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onEnd()}
      title={t('secondFactor.offTitle')}
      description={t(hasPassword ? 'secondFactor.offText' : 'secondFactor.offTextProvider')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-5">
        {hasPassword && (
          <Field label={t('secondFactor.password')} error={errors.currentPassword?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register('currentPassword', { required: t('password.currentRequired') })}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        <Field label={t('secondFactor.code')} error={errors.code?.message}>
          {(control) => (
            <CodeInput
              {...control}
              {...form.register('code', { required: t('secondFactor.codeRequired') })}
            />
          )}
        </Field>
        <DialogButtons cancel={{ onCancel: onEnd }}>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {t('secondFactor.turnOff')}
          </Button>
        </DialogButtons>
      </form>
      {dialog}
    </Dialog>
  )
}

type Fields = { currentPassword: string; code: string }

function useEnd({ hasPassword }: CurrentUser, onEnd: () => void) {
  const fail = useFailureToast()
  const call = useCall(endSecondFactor)
  const reauthentication = useReauthentication({ hasPassword })
  const form = useForm<Fields>({ defaultValues: { currentPassword: '', code: '' } })
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    const body = { code, ...(hasPassword && { currentPassword }) }
    try {
      const outcome = await reauthentication.run(() => call.mutateAsync({ body }))
      if (outcome.kind === 'cancelled') return
      notify({ kind: 'success', subject: 'secondFactor', title: outcome.value.message })
      onEnd()
    } catch (error) {
      // On a phone the toast would lie over the button, and the field says the same.
      if (isApiError(error) && error.field !== undefined)
        showServerError(form.setError, ['currentPassword', 'code'], error)
      else fail('secondFactor', error)
    }
  })
  return { form, submit, isBusy: call.isPending, dialog: reauthentication.dialog }
}

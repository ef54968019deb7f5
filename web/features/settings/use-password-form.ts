import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { listSessions, type CurrentUser } from '#contracts/auth.ts'
import { changePassword, getProfile } from '#contracts/users.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSessionStore } from '#web/lib/session.tsx'
import { useIdentityProof } from '#web/ui/confirm-identity.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { showServerError } from './show-server-error.ts'
import { useFailureToast } from './use-failure-toast.ts'

export type PasswordFields = { currentPassword: string; newPassword: string; confirmPassword: string }

const empty: PasswordFields = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the password, or sets the first one. This session continues with a new token; all others end. */
export function usePasswordForm(user: CurrentUser | null, onDone: () => void) {
  const { t } = useTranslation('settings')
  const store = useSessionStore()
  const client = useQueryClient()
  const fail = useFailureToast()
  const change = useCall(changePassword)
  const proof = useIdentityProof({ hasPassword: user?.hasPassword ?? true })
  const form = useForm<PasswordFields>({ defaultValues: empty, reValidateMode: 'onSubmit' })

  const submit = form.handleSubmit(async (body) => {
    try {
      const outcome = await proof.run(() => change.mutateAsync({ body }))
      if (outcome.kind === 'cancelled') return
      const { token, message } = outcome.value
      await store.signIn(token)
      notify({ kind: 'success', subject: 'password', title: t('password.changed'), description: message })
      form.reset(empty)
      onDone()
      for (const { name } of [listSessions, getProfile]) void client.invalidateQueries({ queryKey: [name] })
    } catch (error) {
      showServerError(form.setError, ['currentPassword', 'newPassword', 'confirmPassword'], error)
      fail('password', error)
    }
  })
  return { form, submit, isBusy: change.isPending, dialog: proof.dialog }
}

import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type CurrentUser, listSessions } from '#contracts/accounts/auth.ts'
import {
  MAX_PASSWORD_LENGTH,
  meetsAllRules,
  passwordRules,
} from '#contracts/accounts/credentials.ts'
import { changePassword, getProfile } from '#contracts/accounts/users.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import {
  NewPasswordFields,
  useIsCommonPassword,
} from '#web/accounts/passwords/new-password-fields.tsx'
import { PasswordInput } from '#web/accounts/passwords/password-input.tsx'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { cn } from '#web/lib/cn.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { showServerError, useFailureToast } from './action-feedback.ts'
import { BANNER_ID } from './settings-page.tsx'

export function PasswordSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const hasPassword = user?.hasPassword ?? true
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <Card>
      <h2 className="text-lg">
        <button
          ref={trigger}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-16 w-full items-center justify-between gap-4 rounded-lg px-5 py-4 text-start font-semibold sm:px-6"
        >
          {t(hasPassword ? 'password.change' : 'password.set')}
          <ChevronDown
            className={cn(
              'size-5 shrink-0 text-muted transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
            aria-hidden
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="px-5 pb-5 sm:px-6 sm:pb-6">
          <p className="mb-5 text-sm text-muted">
            {t(hasPassword ? 'password.text' : 'password.setText')}
          </p>
          <PasswordForm user={user} onDone={close} />
        </div>
      )}
    </Card>
  )
}

type Props = { user: CurrentUser | null; onDone: () => void }

function PasswordForm({ user, onDone }: Props) {
  const { t } = useTranslation(['settings', 'common'])
  const { form, submit, isBusy, dialog } = usePasswordForm(user, onDone)
  const { errors } = form.formState
  const [newPassword, confirmPassword] = useWatch({
    control: form.control,
    name: ['newPassword', 'confirmPassword'],
  })
  const isCommon = useIsCommonPassword(newPassword, user ? [user.email, user.name] : [])
  const controls = usePasswordControls(form, isCommon === true)
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset
          disabled={!user}
          aria-describedby={user ? undefined : BANNER_ID}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
        >
          {/* Names the account for password managers. */}
          <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          {(user?.hasPassword ?? true) && (
            <TextField
              label={t('password.current')}
              error={errors.currentPassword?.message}
              as={PasswordInput}
              {...controls.currentPassword}
            />
          )}
          <NewPasswordFields
            password={{
              field: controls.newPassword,
              value: newPassword,
              error: errors.newPassword?.message,
              isCommon,
              label: t('password.new'),
            }}
            confirm={{
              field: controls.confirmPassword,
              value: confirmPassword,
              error: errors.confirmPassword?.message,
              label: t('password.confirm'),
            }}
          />
          <Button type="submit" isBusy={isBusy} className="justify-self-start">
            {t(isBusy ? 'common:saving' : 'password.submit')}
          </Button>
        </fieldset>
      </form>
      {dialog}
    </>
  )
}

function usePasswordControls(form: UseFormReturn<PasswordFields>, isCommon: boolean) {
  const { t } = useTranslation(['settings', 'forms', 'errors'])
  const field = (
    name: keyof PasswordFields,
    required: string,
    more: Record<string, (value: string, fields: PasswordFields) => string | true> = {},
  ) => ({
    ...form.register(name, { required, validate: more, onChange: () => form.clearErrors(name) }),
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
  })
  return {
    currentPassword: field('currentPassword', t('settings:password.currentRequired')),
    newPassword: {
      ...field('newPassword', t('settings:password.newRequired'), {
        length: (value) => passwordRules.length(value) || t('settings:password.length'),
        rules: (value) => meetsAllRules(value) || t('forms:password.mustMeetRules'),
        uncommon: () => !isCommon || t('errors:common_password'),
      }),
      maxLength: MAX_PASSWORD_LENGTH,
    },
    confirmPassword: field('confirmPassword', t('settings:password.confirmRequired'), {
      match: (value, fields) => value === fields.newPassword || t('settings:password.match'),
    }),
  }
}

type PasswordFields = { currentPassword: string; newPassword: string; confirmPassword: string }

const empty: PasswordFields = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** This session continues with a new token; all others end. */
function usePasswordForm(user: CurrentUser | null, onDone: () => void) {
  const { t } = useTranslation('settings')
  const store = useSessionStore()
  const reload = useReload()
  const fail = useFailureToast()
  const change = useCall(changePassword)
  const reauthentication = useReauthentication(user)
  const form = useForm<PasswordFields>({ defaultValues: empty, reValidateMode: 'onSubmit' })

  const submit = form.handleSubmit(async (body) => {
    try {
      const done = await reauthentication.run(() => change.mutateAsync({ body }))
      if (!done) return
      await store.signIn(done.token)
      notify({
        kind: 'success',
        subject: 'password',
        title: t('password.changed'),
        description: done.message,
      })
      form.reset(empty)
      onDone()
      void reload(listSessions, getProfile)
    } catch (error) {
      showServerError(form.setError, ['currentPassword', 'newPassword', 'confirmPassword'], error)
      fail('password', error)
    }
  })
  return { form, submit, isBusy: change.isPending, dialog: reauthentication.dialog }
}

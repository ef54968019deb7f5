import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { deleteAccount } from '#contracts/accounts/users.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/lib/toast.ts'
import { useSessionEnded } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { useFailureToast, withMinimumDuration } from './action-feedback.ts'
import { BANNER_ID, Section } from './settings-page.tsx'

export function DangerSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={t('danger.title')} text={t('danger.text')} isDangerous>
      <Button
        variant="danger"
        disabled={!user}
        aria-describedby={user ? undefined : BANNER_ID}
        onClick={() => setAsking(true)}
      >
        {t('danger.delete')}
      </Button>
      {isAsking && user && <DeleteAccountDialog user={user} onCancel={() => setAsking(false)} />}
    </Section>
  )
}

const BUSY_MS = 1_500
const consequences = ['logout', 'erased', 'undo'] as const

type Props = { user: CurrentUser; onCancel: () => void }

function DeleteAccountDialog({ user, onCancel }: Props) {
  const { t } = useTranslation('settings')
  const { remove, isBusy, confirmDialog } = useDeletion(user)
  const form = useForm({ defaultValues: { typed: '' }, reValidateMode: 'onSubmit' })
  const submit = form.handleSubmit(remove)
  const typed = form.register('typed', {
    validate: (value) => isSameAddress(value, user.email) || t('danger.mismatch'),
    onChange: () => form.clearErrors('typed'),
  })
  return (
    <Dialog onClose={() => isBusy || onCancel()} title={t('danger.question')}>
      <ul className="mb-5 grid list-disc gap-1.5 ps-5 text-sm">
        {consequences.map((each) => (
          <li key={each}>{t(`danger.${each}`)}</li>
        ))}
      </ul>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <TextField
          label={<span className="wrap-anywhere">{t('danger.type', { email: user.email })}</span>}
          error={form.formState.errors.typed?.message}
          {...typed}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
        />
        <DialogButtons cancel={{ label: t('danger.keep'), isDisabled: isBusy, onCancel }}>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {t(isBusy ? 'danger.deleting' : 'danger.confirm')}
          </Button>
        </DialogButtons>
      </form>
      {confirmDialog}
    </Dialog>
  )
}

const isSameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.trim().toLowerCase()

function useDeletion(user: CurrentUser) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const leave = useSessionEnded()
  const call = useCall(deleteAccount)
  const reauthentication = useReauthentication(user)
  const [isBusy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    try {
      return await withMinimumDuration(BUSY_MS, call.mutateAsync({ body: {} }))
    } finally {
      setBusy(false)
    }
  }
  const remove = async () => {
    try {
      const done = await reauthentication.run(request)
      if (!done) return
      await leave()
      notify({ kind: 'success', title: t('danger.requested'), description: done.message })
    } catch (error) {
      fail('deletion', error)
    }
  }
  return { remove, isBusy, confirmDialog: reauthentication.dialog }
}

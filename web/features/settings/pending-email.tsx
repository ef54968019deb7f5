import { MailQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cancelEmailChange, type Profile } from '#contracts/users.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useShowProfile } from './use-profile.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The unconfirmed new address. To send the link again, the form saves the address again. */
export function PendingEmail({ profile, pendingEmail }: { profile: Profile; pendingEmail: string }) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const show = useShowProfile()
  const { save, isSaving, dialog } = useSaveProfile(profile)
  const cancel = useCall(cancelEmailChange)
  const { firstName, lastName } = profile

  const attempt = async (action: () => Promise<boolean>, done: 'resent' | 'cancelled') => {
    try {
      if (await action()) notify({ kind: 'success', subject: 'update', title: t(`pending.${done}`) })
    } catch (error) {
      fail('update', error)
    }
  }
  const resend = () =>
    attempt(async () => (await save({ firstName, lastName, email: pendingEmail })) !== null, 'resent')
  const giveUp = () =>
    attempt(async () => {
      show(await cancel.mutateAsync({}))
      return true
    }, 'cancelled')

  return (
    <Notice icon={MailQuestion} title={t('pending.title', { email: pendingEmail })} className="wrap-anywhere">
      <p>{t('pending.text', { current: profile.email })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" isBusy={isSaving} onClick={() => void resend()}>
          {t('pending.resend')}
        </Button>
        <Button variant="quiet" size="sm" isBusy={cancel.isPending} onClick={() => void giveUp()}>
          {t('pending.cancel')}
        </Button>
      </div>
      {dialog}
    </Notice>
  )
}

import { useTranslation } from 'react-i18next'
import { logoutEverywhere } from '#contracts/auth.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/ui/toast-store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useFailureToast } from './use-failure-toast.ts'
import { useLeave } from './use-leave.ts'

export function LogOutEverywhere({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const leave = useLeave()
  const call = useCall(logoutEverywhere)
  const confirm = async () => {
    try {
      const { message } = await call.mutateAsync({})
      await leave()
      notify({ kind: 'success', subject: 'logout', title: message })
    } catch (error) {
      fail('logout', error)
      onCancel()
    }
  }
  return (
    <ConfirmDialog
      title={t('devices.everywhereTitle')}
      text={t('devices.everywhereText')}
      confirm={t('devices.everywhere')}
      cancel={t('unsaved.stay')}
      variant="danger"
      isBusy={call.isPending}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    />
  )
}

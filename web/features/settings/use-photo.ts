import { useTranslation } from 'react-i18next'
import { removePhoto, uploadPhoto } from '#contracts/users.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/ui/toast-store.ts'
import { checkPhoto } from './check-photo.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useShowProfile } from './use-profile.ts'

export function usePhoto() {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const show = useShowProfile()
  const upload = useCall(uploadPhoto)
  const removal = useCall(removePhoto)

  const change = async (file: File) => {
    const verdict = checkPhoto(file)
    if (verdict !== 'ok') {
      notify({
        kind: 'error',
        subject: 'upload',
        title: t(`photo.${verdict}.title`),
        description: t(`photo.${verdict}.text`),
      })
      return
    }
    try {
      show(await upload.mutateAsync({ file }))
      notify({ kind: 'success', subject: 'upload', title: t('photo.changed') })
    } catch (error) {
      fail('upload', error)
    }
  }
  const remove = async () => {
    try {
      show(await removal.mutateAsync({}))
      notify({ kind: 'success', subject: 'upload', title: t('photo.removed') })
    } catch (error) {
      fail('update', error)
    }
  }
  return { change, remove, isUploading: upload.isPending, isRemoving: removal.isPending }
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks for confirmation before the user leaves the page with unsaved changes. */
export function UnsavedWarning({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('settings')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })
  useEffect(() => {
    // The user saved or logged out while the dialog was open; nothing can be lost any more.
    if (blocker.state === 'blocked' && !isDirty) blocker.proceed()
  }, [blocker, isDirty])

  if (blocker.state !== 'blocked' || !isDirty) return null
  return (
    <ConfirmDialog
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirm={t('unsaved.leave')}
      cancel={t('unsaved.stay')}
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  )
}

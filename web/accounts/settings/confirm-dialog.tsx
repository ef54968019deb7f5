import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = {
  title: string
  text: ReactNode
  confirm: string
  cancel: string
  variant?: ButtonVariant
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question with two answers: confirm or cancel. */
export function ConfirmDialog({ title, text, confirm, cancel, variant, isBusy, onConfirm, onCancel }: Props) {
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onCancel()} title={title} description={text}>
      <div className="mt-3 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant={variant ?? 'primary'} isBusy={isBusy ?? false} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}

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

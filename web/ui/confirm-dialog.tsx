import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  text: ReactNode
  confirm: string
  cancel: string
  variant?: ButtonVariant
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
  returnFocus?: (() => HTMLElement | null) | undefined
  /** What has to be entered before. */
  children?: ReactNode
}

/** A question with two answers: confirm or cancel. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  variant,
  isBusy,
  onConfirm,
  onCancel,
  returnFocus,
  children,
}: Props) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onCancel()}
      title={title}
      description={text}
      returnFocus={returnFocus}
    >
      {children}
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

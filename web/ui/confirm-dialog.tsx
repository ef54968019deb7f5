import { type ComponentProps, type ReactNode, useState } from 'react'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'

type Question = {
  title: string
  text: ReactNode
  cancel?: string
  isBusy?: boolean
  returnFocus?: (() => HTMLElement | null) | undefined
  /** What has to be entered before. */
  children?: ReactNode
}

type Props = Question & {
  confirm: string
  variant?: ButtonVariant
  onConfirm: () => void
  onCancel: () => void
}

/** A question with two answers: confirm or cancel. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  variant = 'primary',
  isBusy = false,
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
      <DialogButtons cancel={{ label: cancel, onCancel }} className="mt-3">
        <Button variant={variant} isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type ConfirmedActionProps = Question &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'disabled' | 'className'> & {
    label: string
    /** What the button is about, where several with the same label are on the page. */
    about?: string
    isDangerous?: boolean
    /** Resolves to whether the question is settled; otherwise it stays open. */
    onConfirm: () => Promise<boolean>
  }

/** A button that first says what will happen. */
export function ConfirmedAction({
  label,
  about,
  isDangerous = false,
  variant = 'secondary',
  size = 'md',
  disabled = false,
  className,
  onConfirm,
  ...question
}: ConfirmedActionProps) {
  const formats = useFormats()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    if (await onConfirm()) setAsking(false)
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled}
        className={className}
        aria-label={about === undefined ? undefined : `${label}${formats.colon}${about}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          {...question}
          confirm={label}
          variant={isDangerous ? 'danger' : 'primary'}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

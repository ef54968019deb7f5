import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'

type Props = {
  isOpen?: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** A sheet slides in from the side over the full height; a dialog is centred. */
  kind?: 'dialog' | 'sheet'
  footer?: ReactNode
  /** Where the focus goes when it closes, if not to the opener. */
  returnFocus?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

const shapes = {
  dialog:
    'pop-in inset-x-4 top-4 mx-auto max-h-[calc(100dvh-2rem)] max-w-lg rounded-lg border border-line sm:top-[12vh] sm:max-h-[76vh]',
  sheet: 'slide-in inset-y-0 end-0 w-[min(24rem,calc(100vw-3.5rem))] border-s border-line',
}

/** Traps the focus; Esc and a click on the backdrop close it; the focus returns to the opener. */
export function Dialog({
  isOpen = true,
  onClose,
  title,
  description,
  kind = 'dialog',
  footer,
  returnFocus,
  children,
}: Props) {
  const { t } = useTranslation('components')
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={isOpen} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        {/* On the same level as the content, so that a question above a dialog also covers that dialog. */}
        <Radix.Overlay className="fade-in fixed inset-0 z-50 bg-[rgb(5_12_20/0.55)]" />
        <Radix.Content
          {...(description == null && { 'aria-describedby': undefined })}
          // State opens it, not a Radix trigger, so it has to record where the focus was.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const first = firstIn(event.currentTarget)
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onEscapeKeyDown={(event) => {
            if (isEmptiedByEscape(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const target = returnFocus?.() ?? opener.current
            if (target instanceof HTMLElement) target.focus()
          }}
          className={cn(
            'fixed z-50 flex flex-col bg-raised shadow-float focus:outline-none',
            shapes[kind],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            {/* Long words of a title break; they must not push the close button out. */}
            <div className="min-w-0 hyphens-auto wrap-break-word">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description != null && (
                <Radix.Description className="mt-1 text-sm text-muted">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label={t('close')}
              className="-me-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
            >
              <X className="size-5" aria-hidden />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer != null && <footer className="border-t border-line px-5 py-4">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const TEXT_FIELD = 'input:is(:not([type]), [type=text], [type=email], [type=password]), textarea'

/** What is typed or chosen first; on a touch screen a field would open the keyboard over the rest. */
function firstIn(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof Element)) return null
  const field = matchMedia('(pointer: coarse)').matches ? '' : `, ${TEXT_FIELD}`
  return dialog.querySelector<HTMLElement>(`[data-first]${field}`)
}

/** A field with a text, which Esc empties first (`data-escape-empties`). */
const isEmptiedByEscape = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && 'escapeEmpties' in target.dataset && target.value !== ''

type ButtonsProps = {
  /** A dialog without it cannot be left unanswered. */
  cancel?: { label?: string | undefined; isDisabled?: boolean; onCancel: () => void }
  className?: string
  children: ReactNode
}

/** The answers to a dialog, below it: the way out first, its purpose last. */
export function DialogButtons({ cancel, className, children }: ButtonsProps) {
  const { t } = useTranslation('components')
  return (
    <div className={cn('flex flex-wrap justify-end gap-3 max-sm:*:grow', className)}>
      {cancel && (
        <Button variant="secondary" disabled={cancel.isDisabled} onClick={cancel.onCancel}>
          {cancel.label ?? t('cancel')}
        </Button>
      )}
      {children}
    </div>
  )
}

type Question = {
  title: string
  text: ReactNode
  cancel?: string
  isBusy?: boolean
  returnFocus?: (() => HTMLElement | null) | undefined
  /** What has to be entered before. */
  children?: ReactNode
}

type ConfirmDialogProps = Question & {
  confirm: string
  variant?: ButtonVariant
  onConfirm: () => void
  onCancel: () => void
}

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
}: ConfirmDialogProps) {
  return (
    <Dialog onClose={onCancel} title={title} description={text} returnFocus={returnFocus}>
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

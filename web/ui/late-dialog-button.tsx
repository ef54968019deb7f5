import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Namespace } from '#i18n/languages.ts'
import { useServices } from '#web/lib/app/services-context.tsx'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from './button.tsx'

type Props<Dialog> = Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'isBusy'> & {
  label: string
  icon: ReactNode
  load: () => Promise<Dialog>
  texts: readonly Namespace[]
  /** What a message says if they do not load. */
  failure: string
  children: (dialog: Dialog, close: () => void) => ReactNode
}

/** A button whose dialog and texts load on first use. */
export function LateDialogButton<Dialog>({
  label,
  icon,
  load,
  texts,
  failure,
  children,
  variant = 'secondary',
  ...button
}: Props<Dialog>) {
  const services = useServices()
  const [isLoading, setLoading] = useState(false)
  const [open, setOpen] = useState<{ dialog: Dialog } | null>(null)
  const show = async () => {
    setLoading(true)
    try {
      const [dialog] = await Promise.all([load(), loadTexts(services, texts)])
      setOpen({ dialog })
    } catch {
      notify({ kind: 'error', title: failure, subject: failure })
    }
    setLoading(false)
  }
  return (
    <>
      <Button
        {...button}
        variant={variant}
        aria-haspopup="dialog"
        isBusy={isLoading}
        onClick={() => void show()}
      >
        {!isLoading && icon}
        {label}
      </Button>
      {open && children(open.dialog, () => setOpen(null))}
    </>
  )
}

import { Download, Rss } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ExportView } from '#contracts/workspace/exports.ts'
import type { ExportTargets } from './export/export-choice.ts'
import { BarWord, BUTTON } from './bulk/bar-button.tsx'
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Namespace } from '#i18n/languages.ts'
import { useServices } from '#web/lib/app/services.ts'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'

type Props = {
  view: ExportView
  /** The query of the list's own call, including its order. Page, size and cursor are ignored. */
  query: Readonly<Record<string, unknown>>
  /** Rows of the list; null while unknown. */
  total: number | null
  size?: ButtonSize
  /** Of the stores of the list; without it, all. */
  targets?: ExportTargets
  /** The bar of ticked rows, where words give way to icons. */
  isInBar?: boolean
}

export function ExportButton({ total, size = 'md', isInBar = false, ...list }: Props) {
  const { t } = useTranslation('components')
  const name = t('export.open')
  return (
    <LateDialogButton
      {...(isInBar && { variant: 'quiet', className: BUTTON })}
      label={isInBar ? <BarWord>{name}</BarWord> : name}
      title={isInBar ? name : undefined}
      size={isInBar ? 'sm' : size}
      disabled={total === null || (isInBar && total === 0)}
      icon={<Download className="size-4 shrink-0" aria-hidden />}
      load={async () => (await import('./export/export-dialog.tsx')).ExportDialog}
      texts={['exports']}
      failure={t('export.failed')}
    >
      {(ExportDialog, close) => <ExportDialog {...list} total={total ?? 0} onClose={close} />}
    </LateDialogButton>
  )
}

type FeedButtonProps = {
  /** Without a search: the feed of the saved stores. */
  search?: Pick<SavedSearch, 'id' | 'name'>
  label: ReactNode
  /** For screen readers, where several of these buttons are on a page. */
  longLabel?: string
  variant?: ButtonVariant
  size?: ButtonSize
}

export function FeedButton({ search, longLabel, ...button }: FeedButtonProps) {
  const { t } = useTranslation('errors')
  return (
    <LateDialogButton
      {...button}
      aria-label={longLabel}
      icon={<Rss className="size-4 shrink-0" aria-hidden />}
      load={async () => (await import('./feeds/feed-dialog.tsx')).FeedDialog}
      texts={['changes', 'forms']}
      failure={t('title')}
    >
      {(FeedDialog, close) => <FeedDialog search={search} onClose={close} />}
    </LateDialogButton>
  )
}

type LateDialogButtonProps<Dialog> = Omit<
  ComponentProps<typeof Button>,
  'children' | 'onClick' | 'isBusy'
> & {
  label: ReactNode
  icon: ReactNode
  load: () => Promise<Dialog>
  texts: readonly Namespace[]
  /** What a message says if they do not load. */
  failure: string
  children: (dialog: Dialog, close: () => void) => ReactNode
}

/** A button whose dialog and texts load on first use. */
function LateDialogButton<Dialog>({
  label,
  icon,
  load,
  texts,
  failure,
  children,
  variant = 'secondary',
  ...button
}: LateDialogButtonProps<Dialog>) {
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

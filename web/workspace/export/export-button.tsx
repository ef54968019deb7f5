import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ExportView } from '#contracts/workspace/exports.ts'
import type { ButtonSize } from '#web/ui/button.tsx'
import { LateDialogButton } from '#web/ui/late-dialog-button.tsx'

type Props = {
  view: ExportView
  /** The query of the list's own call, including its order. Page, size and cursor are ignored. */
  query: Readonly<Record<string, unknown>>
  /** Rows of the list; null while unknown. */
  total: number | null
  size?: ButtonSize
}

/** Exports the list as a file. */
export function ExportButton({ total, size = 'md', ...list }: Props) {
  const { t } = useTranslation('components')
  return (
    <LateDialogButton
      label={t('export.open')}
      size={size}
      disabled={total === null}
      icon={<Download className="size-4 shrink-0" aria-hidden />}
      load={async () => (await import('./export-dialog.tsx')).ExportDialog}
      texts={['exports']}
      failure={t('export.failed')}
    >
      {(ExportDialog, close) => <ExportDialog {...list} total={total ?? 0} onClose={close} />}
    </LateDialogButton>
  )
}

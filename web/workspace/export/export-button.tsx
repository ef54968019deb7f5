import { Download } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportView } from '#contracts/workspace/exports.ts'
import { useServices } from '#web/lib/app/services-context.tsx'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import type { ExportDialogProps } from './export-dialog.tsx'

type Props = {
  view: ExportView
  /** The query of the list's own call, including its order. Page, size and cursor are ignored. */
  query: Readonly<Record<string, unknown>>
  /** Rows of the list; null while unknown. */
  total: number | null
  size?: ButtonSize
}

type State =
  | { kind: 'closed' }
  | { kind: 'loading' }
  | { kind: 'open'; Dialog: ComponentType<ExportDialogProps> }

/** Exports the list as a file. The dialog and its texts load on first use. */
export function ExportButton({ view, query, total, size = 'md' }: Props) {
  const { t } = useTranslation('components')
  const services = useServices()
  const [state, setState] = useState<State>({ kind: 'closed' })
  const open = async () => {
    setState({ kind: 'loading' })
    try {
      const [{ ExportDialog }] = await Promise.all([
        import('./export-dialog.tsx'),
        loadTexts(services, ['exports']),
      ])
      setState({ kind: 'open', Dialog: ExportDialog })
    } catch {
      setState({ kind: 'closed' })
      notify({ kind: 'error', title: t('export.failed'), subject: 'export' })
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        aria-haspopup="dialog"
        isBusy={state.kind === 'loading'}
        disabled={total === null}
        onClick={() => void open()}
      >
        {state.kind !== 'loading' && <Download className="size-4 shrink-0" aria-hidden />}
        {t('export.open')}
      </Button>
      {state.kind === 'open' && (
        <state.Dialog
          view={view}
          query={query}
          total={total ?? 0}
          onClose={() => setState({ kind: 'closed' })}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportView, getExportRights } from '#contracts/exports.ts'
import { q } from '#web/api/query.ts'
import { type ExportChoice, keepExportChoice, readExportChoice } from '#web/lib/export-choice.ts'
import { useFormats } from '#web/lib/format.ts'
import { useExport } from '#web/lib/use-export.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportColumns } from '#web/ui/export-dialog-columns.tsx'
import { ExportFormats } from '#web/ui/export-dialog-formats.tsx'
import { ExportNotes } from '#web/ui/export-dialog-notes.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

export type ExportDialogProps = {
  view: ExportView
  query: Readonly<Record<string, unknown>>
  total: number
  onClose: () => void
}

/** Choice of columns and format, with the plan's limit for today. */
export function ExportDialog({ view, query, total, onClose }: ExportDialogProps) {
  const { t } = useTranslation('exports')
  const rights = useQuery({ ...q(getExportRights, {}), staleTime: 0 })
  const [choice, setChoice] = useState(() => readExportChoice(view))
  const file = useExport(view, query)
  const change = (change: Partial<ExportChoice>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    keepExportChoice(view, next)
    file.reset()
  }
  const formats = rights.data?.formats ?? []
  const format = formats.includes(choice.format) ? choice.format : 'csv'
  const remaining = rights.data?.remainingToday ?? null
  const rows = remaining === null ? total : Math.min(total, remaining)
  const isReady = rights.isSuccess && rows > 0 && choice.columns.length > 0
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      description={t('about')}
      footer={
        <div className="grid gap-3">
          <ExportNotes rights={rights} total={total} hasColumns={choice.columns.length > 0} file={file} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              {t(file.isStarted ? 'close' : 'cancel')}
            </Button>
            <Button
              isBusy={file.isPending}
              disabled={!isReady}
              onClick={() => file.start({ format, columns: choice.columns, rows, total })}
            >
              <RowsLabel rows={rows} isPart={rows < total} isBusy={file.isPending} />
            </Button>
          </div>
        </div>
      }
    >
      {!rights.data ? (
        <Skeleton className="grid gap-2 pt-2">
          <Bone className="h-17" />
          <Bone className="h-17" />
          <Bone className="h-17" />
        </Skeleton>
      ) : (
        <div className="grid gap-7 pt-2">
          <ExportFormats
            formats={formats}
            format={format}
            onChange={(chosen) => change({ format: chosen })}
          />
          <ExportColumns view={view} columns={choice.columns} onChange={(columns) => change({ columns })} />
        </div>
      )}
    </Dialog>
  )
}

function RowsLabel({ rows, isPart, isBusy }: { rows: number; isPart: boolean; isBusy: boolean }) {
  const { t } = useTranslation('exports')
  const formats = useFormats()
  if (isBusy) return t('starting')
  return t(isPart ? 'downloadFirst' : 'download', { count: rows, rows: formats.number(rows) })
}

import { useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadExclusions, emptyExclusions } from '#contracts/workspace/exclusions.ts'
import { download } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { useChangeLines } from './exclusion-calls.ts'

/** Of all lines: they can be taken along and removed. */
export function ListActions({ onEmptied }: { onEmptied: () => void }) {
  const { t } = useTranslation('exclusions')
  const [isAsking, setAsking] = useState(false)
  const empty = useChangeLines(emptyExclusions)
  const emptyAll = async () => {
    const removed = await empty.act({})
    setAsking(false)
    if (!removed) return
    notify({ kind: 'success', subject: 'exclusions', title: t('emptied') })
    onEmptied()
  }
  return (
    <>
      <DownloadButton format="csv" />
      <DownloadButton format="txt" />
      <Button variant="quiet" size="sm" aria-label={t('emptyAll')} onClick={() => setAsking(true)}>
        <Trash2 className="size-4.5" aria-hidden />
        <span className="max-sm:hidden">{t('emptyAll')}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('emptyTitle')}
          text={t('emptyText')}
          confirm={t('emptyConfirm')}
          cancel={t('keep')}
          variant="danger"
          isBusy={empty.isPending}
          onConfirm={() => void emptyAll()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

function DownloadButton({ format }: { format: 'csv' | 'txt' }) {
  const { t } = useTranslation('exclusions')
  const client = useQueryClient()
  const textOf = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await download(transportOf(client), downloadExclusions, { params: { format } })
      saveFile(`storedawn-not-these.${format}`, file)
    } catch (error) {
      const description = textOf(error)
      notify({ kind: 'error', subject: 'exclusions', title: t('downloadFailed'), description })
    }
    setBusy(false)
  }
  const name = format.toUpperCase()
  return (
    <Button
      variant="quiet"
      size="sm"
      isBusy={isBusy}
      aria-label={t('downloadAs', { format: name })}
      title={t('downloadAs', { format: name })}
      onClick={() => void save()}
    >
      <Download className="size-4.5 max-sm:hidden" aria-hidden />
      {name}
    </Button>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  downloadExclusions,
  emptyExclusions,
  type ExclusionUpload,
  listExclusions,
} from '#contracts/workspace/exclusions.ts'
import { download } from '#web/api/call.ts'
import { qKept, transportOf } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { saveFile } from '#web/lib/browser/elements.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { AddLines } from './add-lines.tsx'
import { useChangeLines } from './exclusion-calls.tsx'
import { LineList, useLinesAddress } from './line-list.tsx'
import { withoutRefused } from './result-lines.tsx'
import { UploadResult } from './upload-result.tsx'

function ExclusionsPage() {
  return (
    <>
      <PageMeta page="exclusions" noindex />
      <RequirePaid skeleton={<PageSkeleton />}>
        <Exclusions />
      </RequirePaid>
    </>
  )
}

export { ExclusionsPage as Component }

export const loader = pageLoader(['exclusions'])

function Exclusions() {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const address = useLinesAddress()
  const lines = useQuery(qKept(listExclusions, { query: address.query }))
  const [result, setResult] = useState<ExclusionUpload | null>(null)
  const [text, setText] = useState('')
  const { data } = lines
  return (
    <>
      <WorkBar
        title={t('title')}
        lead={t('about')}
        actions={data && data.lines > 0 && <ListActions onEmptied={() => setResult(null)} />}
      >
        <span className="text-sm text-muted tabular-nums max-sm:hidden">
          {data &&
            t('lines', { lines: formats.number(data.lines), limit: formats.number(data.limit) })}
        </span>
      </WorkBar>
      <div className="page grid min-h-dvh content-start gap-3 py-4 lg:grid-cols-[min(22rem,40%)_minmax(0,1fr)]">
        <AddLines
          text={text}
          onText={setText}
          room={data && Math.max(0, data.limit - data.lines)}
          limit={data?.limit ?? 0}
          onAdded={setResult}
        />
        {result && (
          <UploadResult
            key={result.at}
            result={result}
            onEdit={(line) => setText((before) => (before ? `${before}\n${line}` : line))}
            onRepaired={(line) =>
              setResult((now) => (now?.at === result.at ? withoutRefused(now, line) : now))
            }
            onClose={() => setResult(null)}
          />
        )}
        <div className={result ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
          <Loaded query={lines} title={t('list.failed')} skeleton={<ListSkeleton />} isLive>
            {(page) => <LineList page={page} address={address} />}
          </Loaded>
        </div>
      </div>
    </>
  )
}

const ListSkeleton = () => (
  <Skeleton className="grid gap-2" bones={['h-10', 'h-9', 'h-9', 'h-9', 'h-9']} />
)

const PageSkeleton = () => (
  <div className="page min-h-dvh py-4">
    <Bone className="mb-4 h-8 w-48" />
    <ListSkeleton />
  </div>
)

/** Of all lines: they can be taken along and removed. */
function ListActions({ onEmptied }: { onEmptied: () => void }) {
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
  const fail = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await download(transportOf(client), downloadExclusions, { params: { format } })
      saveFile(`storedawn-not-these.${format}`, file)
    } catch (error) {
      fail('exclusions', t('downloadFailed'), error)
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

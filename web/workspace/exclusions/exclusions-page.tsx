import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExclusionUpload, listExclusions } from '#contracts/workspace/exclusions.ts'
import { qKept } from '#web/api/query.ts'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { AddLines } from './add-lines.tsx'
import { LineList, useLinesAddress } from './line-list.tsx'
import { ListActions } from './list-actions.tsx'
import { withoutRefused } from './result-lines.tsx'
import { UploadResult } from './upload-result.tsx'

export function ExclusionsPage() {
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

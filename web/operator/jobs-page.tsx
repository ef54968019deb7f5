import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DeadJob,
  deleteDeadJob,
  getSystemState,
  listDeadJobs,
  retryDeadJob,
} from '#contracts/operator/system.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Block, Loaded, SectionHead, useAction, useFilters } from './parts.tsx'

/** Background jobs that failed at every attempt. */
function JobsPage() {
  const { t } = useTranslation('operator')
  const { page, hrefOf } = useFilters()
  const jobs = useQuery(q(listDeadJobs, { query: { page: String(page) } }))
  return (
    <>
      <SectionHead title={t('menu.jobs')} />
      <Loaded query={jobs}>
        {({ content, totalPages }) => (
          <div className="mt-6 grid gap-6">
            {content.length === 0 ? (
              <Card>
                <EmptyState title={t('jobs.none.title')}>{t('jobs.none.text')}</EmptyState>
              </Card>
            ) : (
              <Block title={t('jobs.title')} text={t('jobs.text')}>
                <ul className="divide-y divide-line">
                  {content.map((job) => (
                    <JobRow key={job.id} job={job} />
                  ))}
                </ul>
              </Block>
            )}
            <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
          </div>
        )}
      </Loaded>
    </>
  )
}

export { JobsPage as Component }

export const loader = pageLoader(['operator', 'forms'])

function JobRow({ job }: { job: DeadJob }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const [isAsking, setAsking] = useState(false)
  const retry = useCall(retryDeadJob)
  const remove = useCall(deleteDeadJob)
  const { run, isBusy } = useAction(listDeadJobs.name, getSystemState.name)
  const params = { id: job.id }
  return (
    <li className="grid gap-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-semibold">
          <code className="font-mono">{job.job}</code>
        </p>
        <p className="text-sm text-muted">
          {t('jobs.attempts', { count: job.attempts, attempts: formats.number(job.attempts) })}
          {' · '}
          <time dateTime={job.diedAt}>{formats.moment(job.diedAt)}</time>
        </p>
        {job.requestId !== null && (
          <p className="text-sm wrap-anywhere text-muted">
            {t('jobs.request')} <code className="font-mono">{job.requestId}</code>
          </p>
        )}
        {job.error && <p className="mt-1 text-sm wrap-anywhere text-bad">{job.error}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          isBusy={isBusy && !isAsking}
          onClick={() => void run(() => retry.mutateAsync({ params }), t('jobs.retried', { job: job.job }))}
        >
          {t('jobs.retry')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
          {t('jobs.delete')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('jobs.deleteTitle', { job: job.job })}
          text={t('jobs.deleteText')}
          confirm={t('jobs.delete')}
          cancel={t('cancel')}
          variant="danger"
          isBusy={isBusy}
          onConfirm={() =>
            void run(() => remove.mutateAsync({ params }), t('jobs.deleted', { job: job.job }))
          }
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}

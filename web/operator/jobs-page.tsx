import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type DeadJob,
  deleteDeadJob,
  getSystemState,
  listDeadJobs,
  retryDeadJob,
  retryDeadJobs,
} from '#contracts/operator/system.ts'
import { q, useCall } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Block, FilterSelect, Answer, SectionHead, useAction, useFilters } from './parts.tsx'

/** Background jobs that failed on every attempt. */
function JobsPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page, change, hrefOf } = useFilters()
  const job = params.get('job') ?? ''
  const jobs = useQuery({
    ...q(listDeadJobs, { query: { page: String(page), ...(job && { job }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionHead title={t('menu.jobs')}>
        <FilterSelect
          label={t('jobs.job')}
          all={t('jobs.all')}
          value={job}
          options={(jobs.data?.jobs ?? []).map((each) => [
            each.job,
            t('jobs.option', { job: each.job, jobs: formats.number(each.count) }),
          ])}
          onChange={(value) => change('job', value)}
        />
      </SectionHead>
      <Answer query={jobs}>
        {({ content, totalElements, totalPages }) => (
          <div className="mt-6 grid grid-cols-1 gap-6" aria-busy={jobs.isPlaceholderData}>
            {content.length === 0 ? (
              <Card>
                <EmptyState title={t(job ? 'jobs.none.found' : 'jobs.none.title')}>
                  {t('jobs.none.text')}
                </EmptyState>
              </Card>
            ) : (
              <Block
                title={t('jobs.title')}
                text={t('jobs.text')}
                aside={job && <RetryAll job={job} count={totalElements} />}
              >
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
      </Answer>
    </>
  )
}

export { JobsPage as Component }

export const loader = pageLoader(['operator', 'forms'])

function RetryAll({ job, count }: { job: string; count: number }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const retry = useCall(retryDeadJobs)
  const { run, isBusy } = useAction(listDeadJobs.name, getSystemState.name)
  return (
    <ConfirmedAction
      label={t('jobs.retryAll')}
      title={t('jobs.retryAllTitle', { job })}
      text={t('jobs.retryAllText', { count, jobs: formats.number(count) })}
      size="sm"
      isBusy={isBusy}
      onConfirm={() => run(() => retry.mutateAsync({ body: { job } }), t('jobs.retried', { job }))}
    />
  )
}

function JobRow({ job }: { job: DeadJob }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
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
        <ConfirmedAction
          label={t('jobs.retry')}
          title={t('jobs.retryTitle', { job: job.job })}
          text={t('jobs.retryText')}
          size="sm"
          isBusy={isBusy}
          onConfirm={() =>
            run(() => retry.mutateAsync({ params }), t('jobs.retried', { job: job.job }))
          }
        />
        <ConfirmedAction
          label={t('jobs.delete')}
          title={t('jobs.deleteTitle', { job: job.job })}
          text={t('jobs.deleteText')}
          variant="quiet"
          size="sm"
          isDangerous
          isBusy={isBusy}
          onConfirm={() =>
            run(() => remove.mutateAsync({ params }), t('jobs.deleted', { job: job.job }))
          }
        />
      </div>
    </li>
  )
}

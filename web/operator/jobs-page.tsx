import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type DeadJob,
  deleteDeadJob,
  getSystemState,
  listDeadJobs,
  retryDeadJob,
  retryDeadJobs,
} from '#contracts/operator/system.ts'
import { qKept } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import {
  Block,
  CallAction,
  ConsolePage,
  FilterSelect,
  List,
  ListRow,
  useFilters,
} from './parts.tsx'

function JobsPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page } = useFilters()
  const job = params.get('job') || undefined
  const jobs = useQuery(qKept(listDeadJobs, { query: { page: String(page), job } }))
  return (
    <ConsolePage
      title={t('menu.jobs')}
      controls={
        <FilterSelect
          name="job"
          label={t('jobs.job')}
          all={t('jobs.all')}
          value={job ?? ''}
          options={(jobs.data?.jobs ?? []).map((each) => [
            each.job,
            t('jobs.option', { job: each.job, jobs: formats.number(each.count) }),
          ])}
        />
      }
      query={jobs}
    >
      {({ content, totalElements }) =>
        content.length === 0 ? (
          <Card>
            <EmptyState title={t(job ? 'jobs.none.found' : 'jobs.none.title')}>
              {t('jobs.none.text')}
            </EmptyState>
          </Card>
        ) : (
          <Block
            title={t('jobs.title')}
            text={t('jobs.text')}
            aside={
              job && (
                <CallAction
                  call={retryDeadJobs}
                  input={{ body: { job } }}
                  done={t('jobs.retried', { job })}
                  reload={CHANGED}
                  label={t('jobs.retryAll')}
                  title={t('jobs.retryAllTitle', { job })}
                  text={t('jobs.retryAllText', {
                    count: totalElements,
                    jobs: formats.number(totalElements),
                  })}
                  size="sm"
                />
              )
            }
          >
            <List items={content}>{(job) => <JobRow key={job.id} job={job} />}</List>
          </Block>
        )
      }
    </ConsolePage>
  )
}

export { JobsPage as Component }

const CHANGED = [listDeadJobs, getSystemState]

function JobRow({ job: { id, job, attempts, diedAt, requestId, error } }: { job: DeadJob }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const call = { input: { params: { id } }, reload: CHANGED }
  return (
    <ListRow
      actions={
        <>
          <CallAction
            {...call}
            call={retryDeadJob}
            done={t('jobs.retried', { job })}
            label={t('jobs.retry')}
            title={t('jobs.retryTitle', { job })}
            text={t('jobs.retryText')}
            size="sm"
          />
          <CallAction
            {...call}
            call={deleteDeadJob}
            done={t('jobs.deleted', { job })}
            label={t('jobs.delete')}
            title={t('jobs.deleteTitle', { job })}
            text={t('jobs.deleteText')}
            variant="quiet"
            size="sm"
            isDangerous
          />
        </>
      }
    >
      <p className="font-semibold">
        <code className="font-mono">{job}</code>
      </p>
      <p className="text-sm text-muted">
        {t('jobs.attempts', { count: attempts, attempts: formats.number(attempts) })}
        {' · '}
        <time dateTime={diedAt}>{formats.moment(diedAt)}</time>
      </p>
      {requestId !== null && (
        <p className="text-sm wrap-anywhere text-muted">
          {t('jobs.request')} <code className="font-mono">{requestId}</code>
        </p>
      )}
      {error && <p className="mt-1 text-sm wrap-anywhere text-bad">{error}</p>}
    </ListRow>
  )
}

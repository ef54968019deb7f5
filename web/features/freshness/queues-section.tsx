import { useTranslation } from 'react-i18next'
import type { Freshness } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { SectionHead } from './section-head.tsx'
import { useDuration } from './use-duration.ts'

const QUEUES = ['firstVisit', 'resolve', 'recheck', 'catalogueWalk'] as const

/** Work that is due but has not begun. */
export function QueuesSection({ queues, deadJobs }: Pick<Freshness, 'queues' | 'deadJobs'>) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (
    <section className="page py-16">
      <SectionHead title={t('queues.title')}>{t('queues.text')}</SectionHead>
      <dl className="mt-6 grid border-t border-rule sm:grid-cols-2 lg:grid-cols-4">
        {QUEUES.map((queue) => {
          const { waiting, oldestSeconds } = queues[queue]
          return (
            <div
              key={queue}
              className="border-line py-5 max-lg:border-b lg:px-6 lg:not-first:border-s lg:first:ps-0 sm:max-lg:even:border-s sm:max-lg:even:ps-6"
            >
              <dt className="font-semibold">{t(`queues.${queue}`)}</dt>
              <dd className="mt-2 text-xl proportional-nums font-semibold">{formats.number(waiting)}</dd>
              <dd className="mt-0.5 text-sm text-muted">
                {oldestSeconds === null
                  ? t('queues.nothing')
                  : t('queues.oldest', { duration: duration(oldestSeconds) })}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className={deadJobs > 0 ? 'mt-4 text-sm text-bad' : 'mt-4 text-sm text-muted'}>
        {deadJobs > 0 ? t('queues.dead', { count: deadJobs }) : t('queues.noDead')}
      </p>
    </section>
  )
}

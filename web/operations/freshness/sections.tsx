import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Accuracy, Freshness, FreshnessDay } from '#contracts/operations/freshness.ts'
import type texts from '#i18n/locales/en/freshness.json'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useDuration } from './duration.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable, useColumns } from '#web/ui/table.tsx'
import { LagChart } from './lag-chart.tsx'
import type { ReactNode } from 'react'

const STEPS = ['toRead', 'toPointed', 'toAsked', 'toVisible'] as const
/** Smallest width of a bar, so that a step that takes no time still shows one. */
const MIN_PERCENT = 1

export function StagesSection({ stages }: { stages: Freshness['stages'] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const longest = Math.max(0.001, ...STEPS.map((step) => stages[step].p50Seconds ?? 0))
  return (
    <section>
      <SectionHead title={t('stages.title')}>
        {stages.stores > 0
          ? t('stages.text', { count: stages.stores, stores: formats.number(stages.stores) })
          : t('stages.none')}
      </SectionHead>
      <ol className="mt-6 border-t border-rule">
        {STEPS.map((step, at) => {
          const { p50Seconds, p90Seconds } = stages[step]
          return (
            <li key={step} className="border-b border-line py-4">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h3 className="text-base">
                  {at + 1}. {t(`stages.${step}.name`)}
                </h3>
                <p className="font-semibold whitespace-nowrap">{duration(p50Seconds)}</p>
              </div>
              <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
                <p>{t(`stages.${step}.text`)}</p>
                {p90Seconds !== null && (
                  <p>{t('stages.ninety', { duration: duration(p90Seconds) })}</p>
                )}
              </div>
              {/* SVG attributes, because the content security policy forbids inline styles. */}
              <svg aria-hidden className="mt-2 h-1.5 w-full">
                <rect width="100%" height="100%" rx="3" className="fill-sunken" />
                {p50Seconds !== null && (
                  <rect
                    width={`${Math.max(MIN_PERCENT, (100 * p50Seconds) / longest)}%`}
                    height="100%"
                    rx="3"
                    className="fill-sun"
                  />
                )}
              </svg>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const QUEUES = ['firstVisit', 'resolve', 'recheck', 'catalogueWalk'] as const

/** Work that is due but has not started. */
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
              <dd className="mt-2 text-xl proportional-nums font-semibold">
                {formats.number(waiting)}
              </dd>
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

export function DaysSection({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const isEmpty = days.every((day) => day.newStores === 0)
  return (
    <section className="page py-16">
      <SectionHead title={t('chart.title')}>{t('chart.text')}</SectionHead>
      <Card className="mt-6 p-4 sm:p-6">
        {isEmpty ? (
          <p className="grid min-h-64 place-items-center text-center text-muted">
            {t('chart.empty')}
          </p>
        ) : (
          <>
            <LagChart days={days} />
            <DayTable days={days} />
          </>
        )}
      </Card>
    </section>
  )
}

/** The chart as a table, with figures that do not fit into the chart. Opens without JavaScript. */
function DayTable({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const { number } = useColumns<FreshnessDay>()
  const seconds = (head: string, valueOf: (day: FreshnessDay) => number | null) => ({
    head,
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: (day: FreshnessDay) => duration(valueOf(day)),
  })
  return (
    <details className="group mt-5 border-t border-line">
      <Summary className="py-2">{t('table.open')}</Summary>
      <DataTable
        caption={t('table.caption')}
        items={days}
        keyOf={({ day }) => day}
        columns={[
          {
            head: t('chart.day'),
            rowHead: 'plain',
            className: 'whitespace-nowrap',
            cell: ({ day }) => formats.day(day),
          },
          number(t('table.stores'), ({ newStores }) => newStores),
          seconds(t('table.liveHalf'), ({ live }) => live.p50Seconds),
          seconds(t('table.liveNinety'), ({ live }) => live.p90Seconds),
          seconds(t('table.allHalf'), ({ all }) => all.p50Seconds),
          seconds(t('table.allNinety'), ({ all }) => all.p90Seconds),
          number(t('table.launch'), ({ launchToVisible }) => launchToVisible.p50Days),
        ]}
      />
    </details>
  )
}

export function SectionHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h2 className="text-xl">{title}</h2>
      {children != null && <p className="mt-2 max-w-xl text-muted">{children}</p>}
    </>
  )
}

export function AccuracySection({ accuracy }: { accuracy: Freshness['accuracy'] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  if (!accuracy)
    return (
      <section>
        <SectionHead title={t('accuracy.title')}>{t('accuracy.none')}</SectionHead>
      </section>
    )
  const { compared, changed, wrong, missing, unreachable } = accuracy
  const { number } = formats
  return (
    <section>
      <SectionHead title={t('accuracy.title')}>
        {t('accuracy.text', {
          count: accuracy.sample,
          compared: number(compared),
          share: formats.percent(accuracy.share),
          sample: number(accuracy.sample),
          moment: formats.moment(accuracy.measuredAt),
        })}
      </SectionHead>
      <FieldTable fields={accuracy.fields} />
      <p className="mt-4 text-sm text-muted">
        {t('accuracy.notes', {
          changed: number(changed),
          wrong: number(wrong),
          missing: number(missing),
          unreachable: number(unreachable),
        })}
      </p>
    </section>
  )
}

function FieldTable({ fields }: Pick<Accuracy, 'fields'>) {
  const { t } = useTranslation('freshness')
  const { number } = useColumns<Accuracy['fields'][number]>()
  const formats = useFormats()
  const worstFirst = fields.toSorted(
    (a, b) => b.wrong - a.wrong || b.changed - a.changed || b.compared - a.compared,
  )
  return (
    <DataTable
      edges="none"
      caption={t('accuracy.caption')}
      className="mt-4"
      items={worstFirst}
      keyOf={({ field }) => field}
      columns={[
        {
          head: t('accuracy.field'),
          rowHead: 'plain',
          cell: ({ field }) => fieldName(t, field),
        },
        {
          head: t('accuracy.correct'),
          isNumber: true,
          className: 'whitespace-nowrap',
          cell: ({ correct, compared }) =>
            t('accuracy.of', { part: formats.number(correct), whole: formats.number(compared) }),
        },
        number(t('accuracy.changed'), ({ changed }) => changed),
        {
          head: t('accuracy.wrong'),
          isNumber: true,
          className: ({ wrong }) => wrong > 0 && 'font-semibold text-bad',
          cell: ({ wrong }) => formats.number(wrong),
        },
      ]}
    />
  )
}

type Field = keyof (typeof texts)['fields']

const FIELDS = {
  store: true,
  status: true,
  domain: true,
  launch: true,
  launchDay: true,
  name: true,
  country: true,
  currency: true,
  email: true,
  theme: true,
  productCount: true,
} satisfies Record<Field, true>

const isField = (name: string): name is Field => Object.hasOwn(FIELDS, name)

/** The server may compare a value that this page does not know yet. */
const fieldName = (t: TFunction<'freshness'>, name: string): string =>
  isField(name) ? t(`fields.${name}`) : name

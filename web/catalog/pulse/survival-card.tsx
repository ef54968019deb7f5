import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addDays } from '#contracts/dates.ts'
import { getSurvival, type SurvivalCohort, SurvivalGroup } from '#contracts/catalog/pulse.ts'
import { SURVIVAL_DAYS } from '#contracts/catalog/timeline.ts'
import { qKept } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Chart, ChartLegend } from '#web/ui/chart.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import type { Line } from '#web/ui/line-chart.tsx'

type Choice = { by: SurvivalGroup | null; value: string | null }

const NO_COHORTS: readonly SurvivalCohort[] = []

/** How many of the stores of each launch week were still alive, day by day. */
export function SurvivalCard() {
  const { t } = useTranslation('pulse')
  const [choice, setChoice] = useState<Choice>({ by: null, value: null })
  const { by, value } = choice
  const survival = useQuery(
    qKept(getSurvival, { query: { ...(by && { by }), ...(by && value !== null && { value }) } }),
  )
  const cohorts = survival.data?.cohorts ?? NO_COHORTS
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base font-semibold">{t('survival.title')}</h2>
          <p className="max-w-prose text-xs text-muted">{t('survival.text')}</p>
        </div>
        <GroupChoice choice={choice} onChange={setChoice} choices={survival.data?.choices ?? []} />
        {cohorts.length > 0 && (
          <CopyButton
            value={survivalCsv(cohorts, t('survival.week'), t('survival.stores'))}
            label="CSV"
          />
        )}
      </div>
      <Loaded
        query={survival}
        title={t('survival.failed')}
        skeleton={<Skeleton className="grid gap-3 px-4 py-5" bones={['h-8', 'h-8', 'h-8']} />}
      >
        {() =>
          cohorts.length === 0 || isFlat(cohorts) ? (
            <p className="px-4 py-5 text-sm text-muted">
              {t(cohorts.length === 0 ? 'survival.empty' : 'survival.flat')}
            </p>
          ) : (
            <div
              aria-busy={survival.isPlaceholderData}
              className={cn(survival.isPlaceholderData && 'opacity-55')}
            >
              <Curves cohorts={cohorts} />
              <CohortTable cohorts={cohorts} choice={choice} />
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

type GroupProps = {
  choice: Choice
  onChange: (choice: Choice) => void
  choices: readonly { value: string; label: string; stores: number }[]
}

function GroupChoice({ choice: { by, value }, onChange, choices }: GroupProps) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const formats = useFormats()
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full *:max-sm:w-full">
      <Select
        aria-label={t('survival.by')}
        value={by ?? ''}
        onChange={(event) =>
          onChange({ by: SurvivalGroup.safeParse(event.target.value).data ?? null, value: null })
        }
      >
        <option value="">{t('survival.all')}</option>
        {SurvivalGroup.options.map((group) => (
          <option key={group} value={group}>
            {labels.name(group)}
          </option>
        ))}
      </Select>
      {by && (
        <Select
          aria-label={labels.name(by)}
          value={value ?? ''}
          onChange={(event) => onChange({ by, value: event.target.value || null })}
        >
          <option value="">{t('survival.all')}</option>
          {choices.map((each) => (
            <option key={each.value} value={each.value}>
              {`${labels.value(by, each.value, each.label)} (${formats.number(each.stores)})`}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}

const LABEL_STEPS = [1, 2, 4]

/** The table below has the same figures for screen readers. */
function Curves({ cohorts }: { cohorts: readonly SurvivalCohort[] }) {
  const { t } = useTranslation('pulse')
  const lines = useMemo(() => survivalCurves(cohorts), [cohorts])
  const labels = useMemo(() => CURVE_DAYS.map((day) => t('survival.day', { day })), [t])
  return (
    <div className="border-b border-rule px-2 pt-2">
      <div className="px-3 sm:px-2">
        <ChartLegend
          entries={[
            { look: 'main', text: t('survival.together') },
            { look: 'background', text: t('survival.each') },
          ]}
        />
      </div>
      <Chart lines={lines} labels={labels} labelSteps={LABEL_STEPS} isShare isLow />
    </div>
  )
}

function CohortTable({ cohorts, choice }: { cohorts: readonly SurvivalCohort[]; choice: Choice }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  return (
    <Table caption={t('survival.title')} className="print:overflow-visible">
      <thead>
        <tr>
          <HeadCell className="ps-4">{t('survival.week')}</HeadCell>
          <HeadCell isNumber>{t('survival.stores')}</HeadCell>
          {SURVIVAL_DAYS.map((day) => (
            <HeadCell key={day} isNumber>
              {t('survival.day', { day })}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ week, stores, points }) => (
          <Row key={week}>
            <th scope="row" className="px-2.5 py-2 ps-4 text-start font-normal whitespace-nowrap">
              <Link to={paths.list(listOf(week, choice))} className="link">
                {formats.day(week)}
              </Link>
            </th>
            <Cell isNumber className="tabular-nums">
              {formats.number(stores)}
            </Cell>
            {points.map((point) => (
              <Share
                key={point.day}
                point={point}
                link={paths.list({ ...listOf(week, choice), survived: `${point.day}..` })}
              />
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

const listOf = (week: string, { by, value }: Choice): Record<string, string> => ({
  launched: `${week}..${addDays(week, 6)}`,
  ...(by && value !== null && { [by]: value }),
})

const SHADES = ['bg-sun/5', 'bg-sun/12', 'bg-sun/20', 'bg-sun/28'] as const

/** The share in words; the shade only repeats it. */
function Share({
  point: { survived, known },
  link,
}: {
  point: SurvivalCohort['points'][number]
  link: string
}) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  if (known === 0)
    return (
      <Cell isNumber className="text-faint">
        <span aria-hidden>–</span>
        <span className="sr-only">{t('survival.unknown')}</span>
      </Cell>
    )
  const share = survived / known
  const shade = SHADES[Math.min(SHADES.length - 1, Math.floor(share * SHADES.length))]
  return (
    <Cell isNumber className={cn('tabular-nums', shade)}>
      <Link
        to={link}
        className="hover:underline"
        title={t('survival.share', {
          count: known,
          survived: formats.number(survived),
          known: formats.number(known),
        })}
      >
        {formats.wholePercent(share)}
      </Link>
    </Cell>
  )
}

/** Days after the launch that a curve shows; everything that launched was alive on its first. */
export const CURVE_DAYS = [0, ...SURVIVAL_DAYS] as const

/** Nothing closed, as far as we know: not worth a curve. */
export const isFlat = (cohorts: readonly SurvivalCohort[]): boolean => {
  const known = cohorts.flatMap(({ points }) => points.filter((point) => point.known > 0))
  return known.length > 0 && known.every((point) => point.survived === point.known)
}

type Counts = { survived: number; known: number }

/**
 * One curve for each launch week, and above them that of all weeks together: the share of stores
 * that survived, of those we know of.
 */
export function survivalCurves(cohorts: readonly SurvivalCohort[]): Line[] {
  const together = SURVIVAL_DAYS.map((_, at) => {
    const counts = cohorts.flatMap(({ points }) => points[at] ?? [])
    return { survived: sumOf(counts, 'survived'), known: sumOf(counts, 'known') }
  })
  return [
    ...cohorts.map(({ points }): Line => ({ look: 'background', values: sharesOf(points) })),
    { look: 'main', values: sharesOf(together) },
  ]
}

const sumOf = (counts: readonly Counts[], key: keyof Counts) =>
  counts.reduce((sum, each) => sum + each[key], 0)

const sharesOf = (counts: readonly Counts[]) => [
  1,
  ...counts.map(({ survived, known }) => (known === 0 ? null : survived / known)),
]

/**
 * One line for each cohort: week, stores, then for each day how many survived and of how many that
 * is known.
 */
export function survivalCsv(
  cohorts: readonly SurvivalCohort[],
  week: string,
  stores: string,
): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const head = [
    quoted(week),
    quoted(stores),
    ...SURVIVAL_DAYS.flatMap((day) => [`survived_${day}`, `known_${day}`]),
  ]
  const lines = cohorts.map((cohort) => [
    cohort.week,
    cohort.stores,
    ...cohort.points.flatMap(({ survived, known }) => [survived, known]),
  ])
  return [head, ...lines].map((line) => line.join(',')).join('\r\n')
}

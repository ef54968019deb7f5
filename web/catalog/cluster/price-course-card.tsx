import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceCourse } from '#contracts/catalog/product-clusters.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart, ChartLegend } from '#web/ui/chart.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, csvOf, DataTable, useColumns } from '#web/ui/table.tsx'

type Props = { course: PriceCourse | null }

/** A single week is a point, which the card of the price already shows. */
const LEAST_WEEKS = 2
const NO_WEEKS: PriceCourse['weeks'] = []
const LABEL_STEPS = [1, 2, 4, 8, 16]

/** What the stores asked, by week: as a chart and as a table. */
export function PriceCourseCard({ course }: Props) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const weeks = course?.weeks ?? NO_WEEKS
  const curves = useMemo(() => {
    const line = (part: 'min' | 'median' | 'max', look: 'main' | 'background') => ({
      look,
      values: weeks.map((week) => Number(week[part])),
    })
    return {
      lines: [line('min', 'background'), line('max', 'background'), line('median', 'main')],
      labels: weeks.map(({ week }) => formats.shortDay(week)),
    }
  }, [weeks, formats])
  if (!course || weeks.length < LEAST_WEEKS) return null
  const { currency } = course
  return (
    <Card className="min-w-0 overflow-hidden">
      <section aria-labelledby="price-course">
        <div className="px-4 pt-3.5 sm:px-5">
          <h2 id="price-course" className="text-sm font-semibold">
            {t('cluster.course.title')}
          </h2>
          <p className="mt-1 text-xs text-muted">{t('cluster.course.text', { currency })}</p>
          <ChartLegend
            entries={[
              { look: 'main', text: t('cluster.course.median') },
              { look: 'background', text: t('cluster.course.ends') },
            ]}
          />
        </div>
        <div className="px-2 pt-2 sm:px-3">
          <Chart {...curves} labelSteps={LABEL_STEPS} isLow />
        </div>
        <CourseTable course={course} />
      </section>
    </Card>
  )
}

type Week = PriceCourse['weeks'][number]

function CourseTable({ course: { weeks, currency } }: { course: PriceCourse }) {
  const { t } = useTranslation('product-detail')
  const { number } = useColumns<Week>()
  const formats = useFormats()
  const price = (name: 'min' | 'median' | 'max'): Column<Week> => ({
    head: t(`cluster.course.${name}`),
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: (week) => formats.money(week[name], currency),
    csv: (week) => Number(week[name]),
  })
  const columns: readonly Column<Week>[] = [
    {
      head: t('cluster.course.week'),
      className: 'whitespace-nowrap',
      cell: ({ week }) => formats.day(week),
      csv: ({ week }) => week,
    },
    price('min'),
    price('median'),
    price('max'),
    number(t('cluster.course.stores'), ({ stores }) => stores),
  ]
  return (
    <details className="group border-t border-line">
      <Summary className="px-4 sm:px-5">{t('cluster.course.figures')}</Summary>
      <div className="flex justify-end px-4">
        <CopyButton value={csvOf(columns, weeks)} label="CSV" />
      </div>
      <DataTable
        caption={t('cluster.course.title')}
        className="px-1.5 pb-3 sm:px-2.5"
        columns={columns}
        items={weeks.toReversed()}
        keyOf={({ week }) => week}
      />
    </details>
  )
}

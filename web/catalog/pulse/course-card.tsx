import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import type { Course } from '#contracts/catalog/pulse.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { ChipLinks } from '#web/ui/choices.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart, ChartLegend } from '#web/ui/chart.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import {
  chartedFilters,
  listPath,
  type PulseAddress,
  pulsePath,
  stepLengths,
  stepOf,
} from './pulse-address.ts'
import { LinkedFigure } from './pulse-rows.tsx'
import { type Step, stepsCsv, stepsOf } from './pulse-steps.ts'

type Props = { address: PulseAddress; today: Day; pulse: Course; title: string; className?: string }

/** Whole weeks are labelled where the days would not all fit. */
const LABEL_STEPS = [1, 2, 4, 7, 14, 28, 56, 112]

export function CourseCard({ address, today, pulse, title, className }: Props) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const length = stepOf(address)
  const steps = useMemo(() => stepsOf(pulse, length), [pulse, length])
  const curves = useMemo(
    () => ({
      lines: [
        { look: 'compared' as const, values: steps.map(({ before }) => before.stores) },
        { look: 'main' as const, values: steps.map(({ now }) => now.stores) },
      ],
      labels: steps.map(({ now }) => formats.shortDay(now.from)),
    }),
    [steps, formats],
  )
  const names = { now: spanText(pulse.period), before: spanText(pulse.previous) }
  function spanText({ from, to }: Course['period']) {
    return t('span', { from: formats.shortDay(from), to: formats.shortDay(to) })
  }
  return (
    <Card className={cn('min-w-0 overflow-hidden', className)}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-2.5">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{title}</h2>
          <ChartLegend
            entries={[
              { look: 'main', text: names.now },
              { look: 'compared', text: names.before },
            ]}
          />
        </div>
        <ChipLinks
          label={t('course.step')}
          className="print:hidden"
          choices={stepLengths}
          chosen={length}
          hrefOf={(step) => pulsePath({ ...address, step }, today)}
        >
          {(step) => t(`course.steps.${step}`)}
        </ChipLinks>
      </div>
      <div className="px-2 pt-2">
        <Chart {...curves} labelSteps={LABEL_STEPS} isLow />
      </div>
      <StepsTable address={address} steps={steps} names={names} />
    </Card>
  )
}

type StepsProps = Pick<Props, 'address'> & {
  steps: readonly Step[]
  names: { now: string; before: string }
}

function StepsTable({ address, steps, names }: StepsProps) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const filters = chartedFilters(address)
  const head = [t('table.from'), names.now, t('table.from'), names.before]
  return (
    <details className="group border-t border-line">
      <Summary className="px-4 text-muted hover:text-ink">{t('course.figures')}</Summary>
      <div className="flex justify-end px-4">
        <CopyButton value={stepsCsv(steps, head)} label="CSV" />
      </div>
      <Table caption={t('course.figures')} className="max-h-96 overflow-y-auto print:max-h-none">
        <thead>
          <tr>
            <HeadCell className="ps-4">{t('table.from')}</HeadCell>
            <HeadCell isNumber>{t('table.now')}</HeadCell>
            <HeadCell>{t('table.from')}</HeadCell>
            <HeadCell isNumber className="pe-4">
              {t('table.before')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ now, before }) => (
            <Row key={now.from}>
              <th
                scope="row"
                className="px-2.5 py-2.5 ps-4 text-start font-normal whitespace-nowrap"
              >
                {formats.shortDay(now.from)}
              </th>
              <LinkedFigure value={now.stores} to={listPath(now, filters)} />
              <Cell className="whitespace-nowrap text-muted">{formats.shortDay(before.from)}</Cell>
              <LinkedFigure value={before.stores} to={listPath(before, filters)} />
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  )
}

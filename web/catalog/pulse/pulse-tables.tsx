import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import type { Pulse, PulseRow } from '#contracts/stores/pulse.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { listPath, productsPath, type PulseAddress, pulsePath, type PulseSort } from './pulse-address.ts'
import { ChangeText, LinkedFigure } from './pulse-rows.tsx'
import { rowsCsv, sortedRows, type Step, stepsCsv } from './pulse-steps.ts'

type Common = { address: PulseAddress; today: Day }

/** The figures of the chart. */
export function StepsTable({
  address: { by, value },
  steps,
  names,
}: Common & { steps: readonly Step[]; names: { now: string; before: string } }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const filters = value === null ? {} : { [by]: value }
  const head = [t('table.from'), names.now, t('table.from'), names.before]
  return (
    <details className="border-t border-line print:open">
      <summary className="flex min-h-11 items-center justify-between gap-4 px-5 text-sm font-semibold text-muted hover:text-ink sm:px-6">
        {t('course.figures')}
      </summary>
      <div className="flex justify-end px-4">
        <CopyButton value={stepsCsv(steps, head)} label="CSV" />
      </div>
      <Table caption={t('course.figures')} className="max-h-96 overflow-y-auto print:max-h-none">
        <thead>
          <tr>
            <HeadCell className="ps-5 sm:ps-6">{t('table.from')}</HeadCell>
            <HeadCell isNumber>{t('table.now')}</HeadCell>
            <HeadCell>{t('table.from')}</HeadCell>
            <HeadCell isNumber className="pe-5 sm:pe-6">
              {t('table.before')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ now, before }) => (
            <Row key={now.from}>
              <th scope="row" className="px-2.5 py-2.5 ps-5 text-start font-normal whitespace-nowrap sm:ps-6">
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

/** One row for each niche, with its figures in both periods. */
export function NichesTable({ address, today, pulse }: Common & { pulse: Pulse }) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const navigate = useNavigate()
  const { by, sort } = address
  const rows = sortedRows(pulse.rows, sort)
  const hasProducts = rows.some(({ products }) => products !== null)
  const nameOf = ({ value, label }: PulseRow) => labels.value(by, value, label)
  const order = (name: PulseSort) => ({
    order: sort === name ? ('descending' as const) : undefined,
    onSort: () =>
      void navigate(pulsePath({ ...address, sort: name }, today), {
        preventScrollReset: true,
        replace: true,
      }),
  })
  const head = [labels.name(by), t('table.now'), t('table.before'), t('table.alive')]
  const productHead = hasProducts ? [t('table.products'), t('table.productsBefore')] : []
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule px-5 py-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg font-semibold">{t('niches.title', { by: labels.name(by) })}</h2>
          <p className="mt-1 max-w-prose text-sm text-muted">{t('niches.text')}</p>
        </div>
        <CopyButton value={rowsCsv(rows, [...head, ...productHead], nameOf)} label="CSV" />
      </div>
      <Table caption={t('niches.title', { by: labels.name(by) })} className="print:overflow-visible">
        <thead>
          <tr>
            <HeadCell className="ps-5 sm:ps-6">{labels.name(by)}</HeadCell>
            <HeadCell isNumber {...order('now')}>
              {t('table.now')}
            </HeadCell>
            <HeadCell isNumber>{t('table.before')}</HeadCell>
            <HeadCell isNumber {...order('change')}>
              {t('table.change')}
            </HeadCell>
            <HeadCell isNumber {...order('alive')}>
              {t('table.alive')}
            </HeadCell>
            {productHead.map((name) => (
              <HeadCell key={name} isNumber className="last:pe-5 sm:last:pe-6">
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <NicheRow key={row.value} {...{ row, address, today, pulse }} name={nameOf(row)} />
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

type NicheProps = Common & { row: PulseRow; name: string; pulse: Pulse }

function NicheRow({ row, name, address, today, pulse: { period, previous } }: NicheProps) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const isCharted = address.value === row.value
  const filter = { [address.by]: row.value }
  return (
    <Row className={isCharted ? 'bg-sun-wash' : undefined}>
      <th scope="row" className="px-2.5 py-2.5 ps-5 text-start font-medium sm:ps-6">
        <Link
          to={pulsePath({ ...address, value: isCharted ? null : row.value }, today)}
          preventScrollReset
          aria-current={isCharted ? 'true' : undefined}
          title={t(isCharted ? 'niches.all' : 'niches.chart', { name })}
          className="link"
        >
          {name}
        </Link>
      </th>
      <LinkedFigure value={row.now} to={listPath(period, filter)} />
      <LinkedFigure value={row.before} to={listPath(previous, filter)} />
      <Cell isNumber className="whitespace-nowrap">
        <ChangeText change={row} />
      </Cell>
      <Cell isNumber>
        <Link
          to={listPath(period, { ...filter, alive: 'yes' })}
          className="link"
          title={t('total.aliveOf', { alive: formats.number(row.alive), now: formats.number(row.now) })}
        >
          {formats.wholePercent(row.alive / row.now)}
        </Link>
      </Cell>
      {row.products && (
        <>
          <LinkedFigure value={row.products.now} to={productsPath(period, filter)} />
          <LinkedFigure value={row.products.before} to={productsPath(previous, filter)} />
        </>
      )}
    </Row>
  )
}

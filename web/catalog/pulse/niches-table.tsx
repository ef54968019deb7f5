import { ChartSpline } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import {
  PULSE_MIN_STORES,
  PULSE_ROWS,
  type Pulse,
  PulseRank,
  type PulseRow,
} from '#contracts/catalog/pulse.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ChipLinks } from '#web/ui/choices.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import {
  listPath,
  productsPath,
  type PulseAddress,
  pulsePath,
  type PulseSort,
  rankOf,
} from './pulse-address.ts'
import { ChangeCells, LinkedFigure } from './pulse-rows.tsx'
import { aliveShareOf, rowsCsv, sortedRows } from './pulse-steps.ts'

type Props = { address: PulseAddress; today: Day; pulse: Pulse }

export function NichesTable({ address, today, pulse }: Props) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const { by, sort } = address
  const rows = sortedRows(pulse.rows, sort)
  const hasProducts = rows.some(({ products }) => products !== null)
  const nameOf = ({ value, label }: PulseRow) => labels.value(by, value, label)
  const title = t(`niches.title.${by}`)
  const head = [
    labels.name(by),
    t('table.now'),
    t('table.before'),
    `${t('table.change')} (${t('table.before')})`,
    t('table.change'),
    `${t('table.growth')} (%)`,
    t('table.alive'),
    ...(hasProducts ? [t('table.products'), t('table.productsBefore')] : []),
  ]
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-base font-semibold">{title}</h2>
          <p className="max-w-prose text-xs text-muted">
            {t(`niches.ranked.${rankOf(sort)}`, { rows: PULSE_ROWS, least: PULSE_MIN_STORES })}{' '}
            {t('niches.text')}
          </p>
        </div>
        <CopyButton value={rowsCsv(rows, pulse.comparedDays, head, nameOf)} label="CSV" />
        <ChipLinks
          label={t('niches.rank')}
          className="basis-full print:hidden"
          choices={PulseRank.options}
          chosen={rankOf(sort)}
          hrefOf={(rank) => pulsePath({ ...address, sort: rank }, today)}
        >
          {(rank) => t(`niches.ranks.${rank}`)}
        </ChipLinks>
      </div>
      {rows.length === 0 ? (
        <p role="status" className="px-4 py-8 text-muted">
          {t('niches.none', { least: PULSE_MIN_STORES })}
        </p>
      ) : (
        <Table caption={title} className="print:overflow-visible">
          <NichesHead address={address} today={today} hasProducts={hasProducts} />
          <tbody>
            {rows.map((row) => (
              <NicheRow key={row.value} {...{ row, address, today, pulse }} name={nameOf(row)} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

/** Beside the chart there is no room for it. */
const WIDE = 'xl:max-2xl:hidden'

type HeadProps = Omit<Props, 'pulse'> & { hasProducts: boolean }

function NichesHead({ address, today, hasProducts }: HeadProps) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const navigate = useNavigate()
  const { by, sort } = address
  const sortBy = (name: PulseSort) => () =>
    void navigate(pulsePath({ ...address, sort: name }, today), {
      preventScrollReset: true,
      replace: true,
    })
  const order = (name: PulseSort) => ({
    order: sort === name ? ('descending' as const) : undefined,
    onSort: sortBy(name),
  })
  // The second click on the change asks for the losses.
  const byChange =
    sort === 'falling'
      ? { order: 'ascending' as const, onSort: sortBy('rising') }
      : { ...order('rising'), ...(sort === 'rising' && { onSort: sortBy('falling') }) }
  return (
    <thead>
      <tr>
        <HeadCell className="ps-4">{labels.name(by)}</HeadCell>
        <HeadCell isNumber {...order('frequent')}>
          {t('table.now')}
        </HeadCell>
        <HeadCell isNumber>{t('table.before')}</HeadCell>
        <HeadCell isNumber {...byChange}>
          {t('table.change')}
        </HeadCell>
        <HeadCell isNumber {...order('growth')}>
          {t('table.growth')}
        </HeadCell>
        <HeadCell isNumber {...order('alive')} className="last:pe-4">
          {t('table.alive')}
        </HeadCell>
        {hasProducts &&
          (['products', 'productsBefore'] as const).map((name) => (
            <HeadCell
              key={name}
              isNumber
              className={cn('last:pe-4', name === 'productsBefore' && WIDE)}
            >
              {t(`table.${name}`)}
            </HeadCell>
          ))}
      </tr>
    </thead>
  )
}

type NicheProps = Props & { row: PulseRow; name: string }

function NicheRow({ row, name, address, today, pulse }: NicheProps) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const { period, previous, comparedDays } = pulse
  const isCharted = address.value === row.value
  const toChart = t(isCharted ? 'niches.all' : 'niches.chart', { name })
  const aliveShare = aliveShareOf(row)
  const filter = { [address.by]: row.value }
  return (
    <Row className={isCharted ? 'bg-sun-wash' : undefined}>
      <th scope="row" className="px-2.5 py-2.5 ps-4 text-start font-medium">
        <span className="flex items-center gap-1">
          <Link
            to={pulsePath({ ...address, niche: filter }, today)}
            state={{ along: address.by }}
            className="link"
          >
            {name}
          </Link>
          <Link
            to={pulsePath({ ...address, value: isCharted ? null : row.value }, today)}
            preventScrollReset
            aria-current={isCharted ? 'true' : undefined}
            aria-label={toChart}
            title={toChart}
            className={cn(
              'grid size-6 shrink-0 place-items-center rounded-sm hover:bg-sunken hover:text-ink pointer-coarse:size-11 print:hidden',
              isCharted ? 'text-sun-ink' : 'text-faint',
            )}
          >
            <ChartSpline className="size-4" aria-hidden />
          </Link>
        </span>
      </th>
      <LinkedFigure value={row.now} to={listPath(period, filter)} />
      <LinkedFigure value={row.before} to={listPath(previous, filter)} />
      <ChangeCells compared={row.compared} days={comparedDays} />
      <Cell isNumber className="last:pe-4">
        {aliveShare === null ? (
          '–'
        ) : (
          <Link
            to={listPath(period, { ...filter, alive: 'yes' })}
            className="link"
            title={t('total.aliveOf', {
              alive: formats.number(row.alive),
              now: formats.number(row.now),
            })}
          >
            {formats.wholePercent(aliveShare)}
          </Link>
        )}
      </Cell>
      {row.products && (
        <>
          <LinkedFigure value={row.products.now} to={productsPath(period, filter)} />
          <LinkedFigure
            value={row.products.before}
            to={productsPath(previous, filter)}
            className={WIDE}
          />
        </>
      )}
    </Row>
  )
}

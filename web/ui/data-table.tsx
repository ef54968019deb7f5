import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { toCsv } from '#web/lib/csv.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { cellClass, HeadCell, type HeadCellProps, Row, Table } from './table.tsx'

/** `order` and `onSort` as for `HeadCell`. */
export type Column<Item> = Pick<HeadCellProps, 'isNumber' | 'order' | 'onSort'> & {
  head: string
  cell: (item: Item) => ReactNode
  /** The value in the file. Columns without one are not in it. */
  csv?: (item: Item) => string | number | null
  /** Names its row for screen readers, with or without emphasis. */
  rowHead?: 'strong' | 'plain'
  /** Classes of the column's cells, also by what is in them. */
  className?: string | ((item: Item) => string | false)
}

type Props<Item> = {
  caption: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** The first and last column keep the distance of a card's text, or none. */
  edges?: keyof typeof EDGES
  className?: string
}

const EDGES = {
  card: 'first:ps-5 last:pe-5',
  none: 'first:ps-0 last:pe-0',
  cell: '',
}

/** A table from a list of its columns, one row per item. */
export function DataTable<Item>({
  caption,
  columns,
  items,
  keyOf,
  edges = 'cell',
  className = '',
}: Props<Item>) {
  return (
    <Table caption={caption} className={className}>
      <thead>
        <tr>
          {columns.map(({ head, isNumber = false, order, onSort }, at) => (
            <HeadCell
              key={at}
              isNumber={isNumber}
              order={order}
              className={EDGES[edges]}
              {...(onSort && { onSort })}
            >
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={keyOf(item)}>
            {columns.map((column, at) => (
              <ItemCell key={at} column={column} item={item} edge={EDGES[edges]} />
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

type ItemCellProps<Item> = { column: Column<Item>; item: Item; edge: string }

function ItemCell<Item>({ column, item, edge }: ItemCellProps<Item>) {
  const { cell, isNumber = false, rowHead, className } = column
  const own = typeof className === 'function' ? className(item) : className
  const classes = cellClass(isNumber && 'text-end', cn(edge, own))
  if (!rowHead) return <td className={classes}>{cell(item)}</td>
  return (
    <th
      scope="row"
      className={cn('text-start', rowHead === 'strong' ? 'font-medium' : 'font-normal', classes)}
    >
      {cell(item)}
    </th>
  )
}

/** The usual columns, shown in the visitor's language; their plain values are in the file. */
export function useColumns<Item>() {
  const formats = useFormats()
  return {
    number: (head: string, valueOf: (item: Item) => number | null): Column<Item> => ({
      head,
      isNumber: true,
      cell: (item) => orDash(valueOf(item), formats.number),
      csv: valueOf,
    }),
    moment: (head: string, valueOf: (item: Item) => string | null): Column<Item> => ({
      head,
      className: 'whitespace-nowrap',
      cell: (item) =>
        orDash(valueOf(item), (at) => <time dateTime={at}>{formats.moment(at)}</time>),
      csv: valueOf,
    }),
  }
}

const orDash = <Value,>(value: Value | null, show: (value: Value) => ReactNode): ReactNode =>
  value === null ? '–' : show(value)

/** The same columns as a file: a line of headings, then one line per item. */
export function csvOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string {
  const given = columns.flatMap(({ head, csv }) => (csv ? [{ head, csv }] : []))
  return toCsv([
    given.map(({ head }) => head),
    ...items.map((item) => given.map(({ csv }) => csv(item))),
  ])
}

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** Hairlines between rows, no boxes. On narrow screens it scrolls sideways. */
export function Table({
  caption,
  className,
  children,
}: {
  caption: string
  className?: string
  children: ReactNode
}) {
  const [box, isScrollable] = useScrollable()
  return (
    <div
      ref={box}
      // A keyboard scrolls only what it can focus.
      {...(isScrollable && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      // Positioned, because otherwise the text for screen readers would widen the page.
      className={cn('relative overflow-x-auto', className)}
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

/** Whether the content of an element is larger than the element. */
function useScrollable(): [
  box: (element: HTMLElement | null) => (() => void) | undefined,
  is: boolean,
] {
  const [isScrollable, setScrollable] = useState(false)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() =>
      setScrollable(
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      ),
    )
    for (const sized of [element, ...element.children]) sizes.observe(sized)
    return () => sizes.disconnect()
  }, [])
  return [box, isScrollable]
}

const cellClass = (className?: string | false, more?: string) =>
  cn('px-2.5 py-2.5 align-middle', className, more)

export const Row = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr {...rest} className={cn('border-b border-line last:border-0 hover:bg-canvas', className)} />
)

type CellProps = ComponentProps<'td'> & { isNumber?: boolean }

export function Cell({ isNumber = false, className, ...rest }: CellProps) {
  return <td {...rest} className={cellClass(isNumber && 'text-end', className)} />
}

type Order = 'ascending' | 'descending'
type HeadCellProps = {
  children: ReactNode
  isNumber?: boolean
  className?: string
  /** Its width, in a table of fixed layout. */
  rem?: number | undefined
  order?: Order | undefined
  onSort?: () => void
  /** Something covers the heading, so that a focused button would be invisible. */
  isCovered?: boolean
}

/**
 * A column heading. With `onSort` it is a button; `order` marks the column that sorts the table.
 */
export function HeadCell({
  children,
  isNumber = false,
  className,
  rem,
  order,
  onSort,
  isCovered = false,
}: HeadCellProps) {
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={order}
      {...(rem && { style: { width: `${rem}rem` } })}
      className={cn(
        'border-b border-rule px-2.5 py-2 text-xs font-semibold whitespace-nowrap text-muted',
        isNumber ? 'text-end' : 'text-start',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          tabIndex={isCovered ? -1 : undefined}
          onClick={onSort}
          className={cn(
            'inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-ink',
            // Aligns the heading with its figures, with the arrow before it.
            isNumber && 'flex-row-reverse',
          )}
        >
          {children}
          <Arrow className={cn('size-3.5', !order && 'opacity-0')} aria-hidden />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

/** `order` and `onSort` as for `HeadCell`. */
export type Column<Item> = Pick<HeadCellProps, 'isNumber' | 'order' | 'onSort'> & {
  head: string
  cell: (item: Item) => ReactNode
  /** The value in the file. Columns without one are not in it. */
  csv?: (item: Item) => string | number | null
  /** Its heading is for screen readers only. */
  isHeadHidden?: boolean
  /** In place of its heading: a control that says what the column shows. */
  control?: ReactNode
  /** Names its row for screen readers, with or without emphasis. */
  rowHead?: 'strong' | 'plain'
  /** Classes of the column's cells, also by what is in them. */
  className?: string | ((item: Item) => string | false)
  /** Classes that hide the column, heading and cells, where there is no room for it. */
  hides?: string
}

export type DataTableProps<Item> = {
  caption: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** More attributes of its row. */
  rowOf?: (item: Item) => ComponentProps<'tr'> & Record<`data-${string}`, string | number>
  /** The first and last column keep the distance of a card's text, or none. */
  edges?: keyof typeof EDGES
  className?: string
}

const EDGES = {
  card: 'first:ps-5 last:pe-5',
  none: 'first:ps-0 last:pe-0',
  cell: '',
}

export function DataTable<Item>({
  caption,
  columns,
  items,
  keyOf,
  rowOf,
  edges = 'cell',
  className = '',
}: DataTableProps<Item>) {
  return (
    <Table caption={caption} className={className}>
      <thead>
        <tr>
          {columns.map(
            ({ head, isHeadHidden, control, isNumber = false, order, onSort, hides }, at) => (
              <HeadCell
                key={at}
                isNumber={isNumber}
                order={order}
                className={cn(EDGES[edges], hides)}
                {...(onSort && { onSort })}
              >
                {isHeadHidden ? <span className="sr-only">{head}</span> : (control ?? head)}
              </HeadCell>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={keyOf(item)} {...rowOf?.(item)}>
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
  const { cell, isNumber = false, rowHead, className, hides } = column
  const own = typeof className === 'function' ? className(item) : className
  const classes = cellClass(isNumber && 'text-end', cn(edge, own, hides))
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

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** For the clipboard: texts in quotes, figures without; null is an empty field. */
export const toCsv = (lines: readonly (readonly (string | number | null)[])[]) =>
  lines
    .map((line) =>
      line.map((each) => (typeof each === 'string' ? quoted(each) : (each ?? ''))).join(','),
    )
    .join('\r\n')

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { cn } from '#web/lib/cn.ts'

/**
 * A table with hairlines between rows and no boxes. On narrow screens it scrolls sideways within
 * its container.
 */
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

/** Classes of a row and a cell, for tables so large that a component per cell would be slow. */
export const rowClass = (className?: string) =>
  cn('border-b border-line last:border-0 hover:bg-canvas', className)

export const cellClass = (className?: string | false, more?: string) =>
  cn('px-2.5 py-2.5 align-middle', className, more)

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={rowClass(className)} />
}

type CellProps = ComponentProps<'td'> & { isNumber?: boolean }

export function Cell({ isNumber = false, className, ...rest }: CellProps) {
  return <td {...rest} className={cellClass(isNumber && 'text-end', className)} />
}

type Order = 'ascending' | 'descending'
export type HeadCellProps = {
  children: ReactNode
  isNumber?: boolean
  className?: string
  order?: Order | undefined
  onSort?: () => void
}

/**
 * A column heading. With `onSort` it is a button; `order` marks the column that sorts the table.
 */
export function HeadCell({ children, isNumber = false, className, order, onSort }: HeadCellProps) {
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={order}
      className={cn(
        'border-b border-rule px-2.5 py-2 text-xs font-semibold whitespace-nowrap text-muted',
        isNumber ? 'text-end' : 'text-start',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
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

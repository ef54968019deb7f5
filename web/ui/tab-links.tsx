import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { keepCurrentTabVisible } from '#web/lib/browser/elements.ts'
import { cn } from '#web/lib/cn.ts'

type Props<Tab extends string> = {
  label: string
  className: string
  tabs: readonly Tab[]
  current: Tab
  hrefOf: (tab: Tab) => string
  children: (tab: Tab) => ReactNode
}

/** Tabs with addresses of their own. `children`: what a tab says. */
export function TabLinks<Tab extends string>(props: Props<Tab>) {
  const { label, className, tabs, current, hrefOf, children } = props
  const bar = useRef<HTMLElement>(null)
  useEffect(() => keepCurrentTabVisible(bar.current), [current])
  return (
    <nav ref={bar} aria-label={label} className={cn('flex gap-x-6 overflow-x-auto', className)}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={hrefOf(tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
          className={cn(
            'flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-1 font-semibold whitespace-nowrap focus-visible:-outline-offset-2',
            tab === current
              ? 'border-sun text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {children(tab)}
        </Link>
      ))}
    </nav>
  )
}

/** The total beside a tab's name. Without children it keeps the place of a figure that loads. */
export const TabCount = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    className={cn(
      'min-h-5 min-w-8 rounded-full bg-sunken px-2 text-center text-xs leading-5 font-semibold',
      className,
    )}
  >
    {children}
  </span>
)

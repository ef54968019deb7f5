import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { keepCurrentTabVisible } from '#web/lib/browser/elements.ts'

type Props = {
  label: string
  /** `isExact`: not current on the pages below its address. */
  entries: readonly { to: string; text: string; Icon: LucideIcon; isExact?: boolean }[]
  /** Below the entries. */
  children?: ReactNode
}

/** The pages of a section: beside them on wide screens, in a line above them on narrow ones. */
export function SideMenu({ label, entries, children }: Props) {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => keepCurrentTabVisible(bar.current), [pathname])
  return (
    <div className="min-w-0 border-line max-lg:border-b max-lg:pb-3 lg:sticky lg:top-[calc(var(--spacing-below)+1.5rem)] lg:self-start">
      <nav ref={bar} aria-label={label} className="strip -mx-3 flex gap-1 lg:mx-0 lg:grid">
        {entries.map(({ to, text, Icon, isExact = false }) => (
          <NavLink
            key={to}
            to={to}
            end={isExact}
            className="flex min-h-11 items-center gap-2.5 rounded-md px-3 py-1.5 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-sunken aria-[current=page]:text-ink max-lg:shrink-0 max-lg:whitespace-nowrap"
          >
            <Icon className="size-4.5 shrink-0 max-sm:hidden" aria-hidden />
            {text}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

type Props = {
  label: string
  /** `isExact`: not current on the pages below its address. */
  entries: readonly { to: string; text: string; Icon: LucideIcon; isExact?: boolean }[]
  /** Below the entries. */
  children?: ReactNode
}

/** The pages of a section: beside them on wide screens, above them on narrow ones. */
export const SideMenu = ({ label, entries, children }: Props) => (
  <div className="border-line max-lg:border-b max-lg:pb-3 lg:sticky lg:top-[calc(var(--spacing-below)+1.5rem)] lg:self-start">
    <nav aria-label={label}>
      <div className="-mx-3 flex flex-wrap gap-1 lg:mx-0 lg:grid">
        {entries.map(({ to, text, Icon, isExact = false }) => (
          <NavLink
            key={to}
            to={to}
            end={isExact}
            className="flex min-h-11 items-center gap-2.5 rounded-md px-3 py-1.5 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          >
            <Icon className="size-4.5 shrink-0 max-sm:hidden" aria-hidden />
            {text}
          </NavLink>
        ))}
      </div>
    </nav>
    {children}
  </div>
)

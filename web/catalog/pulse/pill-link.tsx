import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'

type Props = { to: string; isChosen: boolean; children: ReactNode }

/** One of a few choices with addresses. */
export const PillLink = ({ to, isChosen, children }: Props) => (
  <Link
    to={to}
    preventScrollReset
    aria-current={isChosen ? 'true' : undefined}
    className={cn(
      'inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold whitespace-nowrap sm:min-h-9',
      isChosen ? 'border-ink bg-ink text-canvas' : 'border-control text-ink hover:bg-sunken',
    )}
  >
    {children}
  </Link>
)

import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'

type Props = {
  title: string
  /** Beside the title: what the card counts. */
  note?: ReactNode
  /** At the end of the title's line. */
  more?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled sheet of the board; its content reaches to its edges. */
export function BoardCard({ title, note, more, className, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cn('min-w-0 rounded-lg border border-line bg-surface', className)}
    >
      <div className="flex h-9.5 items-center gap-2.5 px-4 whitespace-nowrap pointer-coarse:h-11">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        <div className="min-w-0 flex-1 truncate text-xs text-faint">{note}</div>
        {more}
      </div>
      {children}
    </section>
  )
}

export const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="grid min-h-6 place-items-center text-xs text-muted hover:underline pointer-coarse:min-h-11"
  >
    {children}
  </Link>
)

/** A line of a list: its height follows the width of the screen. */
export const LINE =
  'relative flex h-9 items-center gap-2.5 border-t border-line px-4 max-work:h-11 min-[96rem]:h-10'

/** Hides the lines that would not fit on a first screen of the usual heights. */
const TALL = [
  '[@media(max-height:54.9rem)]:hidden',
  '[@media(max-height:57.4rem)]:hidden',
  '[@media(max-height:59.9rem)]:hidden',
  '[@media(max-height:62.4rem)]:hidden',
  '[@media(max-height:64.9rem)]:hidden',
]
const ALWAYS_SHOWN = 7
export const LINES = ALWAYS_SHOWN + TALL.length
export const lineClass = (at: number): string => cn(LINE, TALL[at - ALWAYS_SHOWN])

export const Empty = ({ children }: { children: string }) => (
  <p className="border-t border-line px-4 py-6 text-center text-sm text-muted">{children}</p>
)

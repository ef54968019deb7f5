import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

export type BadgeTone = 'plain' | 'sun' | 'good' | 'bad' | 'ink'

const tones: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-muted',
  sun: 'bg-sun-wash text-sun-ink',
  good: 'bg-good-wash text-good',
  bad: 'bg-bad-wash text-bad',
  ink: 'bg-action text-on-action',
}

export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A key as it looks on a keyboard. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-block min-w-7 rounded-sm border border-rule bg-sunken px-1.5 text-center font-mono text-sm">
    {children}
  </kbd>
)

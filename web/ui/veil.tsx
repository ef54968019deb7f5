import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

// Set in browsers only (effects do not run on the server): a page that was seen once is not covered a second time.
let hasLifted = false
const never = () => () => undefined

/**
 * Whether this is the page that the server rendered, not one that the visitor came to by a link. True on the server, and
 * also in a part that is taken over later than the rest.
 */
export function useFirstPage(): boolean {
  const isFirst = useSyncExternalStore(
    never,
    () => !hasLifted,
    () => true,
  )
  return useState(isFirst)[0]
}

/** How long it lies at least, in milliseconds: section 9 of the specification. */
type VeilTime = 600 | 400 | 100
const times: Record<VeilTime, string> = { 600: '', 400: 'veil-400', 100: 'veil-100' }

type Props = { forMs?: VeilTime; children: ReactNode }

/**
 * A skeleton that lies over server-rendered content and is lifted by CSS alone, so it also lifts without script and nothing
 * moves. The parent must be `relative`; the veil takes no clicks and is hidden from screen readers.
 */
export function Veil({ forMs = 600, children }: Props) {
  const isShown = useFirstPage()
  useEffect(() => {
    hasLifted = true
  }, [])
  if (!isShown) return null
  return (
    <div className={cn('veil', times[forMs])} aria-hidden data-print="no">
      {children}
    </div>
  )
}

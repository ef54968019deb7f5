import { type ReactNode, useEffect, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useBrowserValue } from '#web/lib/create-store.ts'

// Set only in browsers (effects do not run on the server), so that a page that was shown once is
// not covered again.
let wasShown = false

/**
 * Whether the server rendered this page, as opposed to a client-side navigation. True on the
 * server, and also in a part that hydrates later than the rest.
 */
export function useFirstPage(): boolean {
  const isFirst = useBrowserValue(
    () => !wasShown,
    () => true,
  )
  return useState(isFirst)[0]
}

/** Minimum time of the overlay in milliseconds: section 9 of the specification. */
type OverlayTime = 600 | 400 | 100
const times: Record<OverlayTime, string> = { 600: '', 400: 'veil-400', 100: 'veil-100' }

type Props = { minMs?: OverlayTime; children: ReactNode }

/**
 * A skeleton that covers server-rendered content. CSS alone removes it, so it also disappears
 * without a script, and nothing moves. The parent must be `relative`; the overlay takes no clicks
 * and is hidden from screen readers.
 */
export function LoadingOverlay({ minMs = 600, children }: Props) {
  const isShown = useFirstPage()
  useEffect(() => {
    wasShown = true
  }, [])
  if (!isShown) return null
  return (
    <div className={cn('veil', times[minMs])} aria-hidden data-print="no">
      {children}
    </div>
  )
}

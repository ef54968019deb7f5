import { useEffect, useState, type ReactNode } from 'react'

// Set in browsers only (effects do not run on the server): a page that was seen once is not covered a second time.
let hasLifted = false

/** Whether this is the page that the server rendered, not one that the visitor came to by a link. True on the server. */
export const useFirstPage = (): boolean => useState(() => !hasLifted)[0]

/**
 * A skeleton that lies over server-rendered content and is lifted by CSS alone after 600 ms, so it also lifts without
 * script and nothing moves. The parent must be `relative`; the veil takes no clicks and is hidden from screen readers.
 */
export function Veil({ children }: { children: ReactNode }) {
  const isShown = useFirstPage()
  useEffect(() => {
    hasLifted = true
  }, [])
  if (!isShown) return null
  return (
    <div className="veil" aria-hidden data-print="no">
      {children}
    </div>
  )
}

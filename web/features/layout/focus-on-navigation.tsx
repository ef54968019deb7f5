import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a client-side navigation the focus starts at the new page's content, as it would after a page load. */
export function FocusOnNavigation() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    // Whoever has opened a menu meanwhile is in it.
    if (document.activeElement?.closest('[role=menu], [role=dialog]')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}

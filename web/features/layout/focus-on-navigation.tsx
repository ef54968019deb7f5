import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a client-side navigation the focus moves to the new page's content, as after a page load. */
export function FocusOnNavigation() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    // The user has opened a menu or dialog in the meantime; leave the focus there.
    if (document.activeElement?.closest('[role=menu], [role=dialog]')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}

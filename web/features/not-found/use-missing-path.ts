import { useEffect } from 'react'

const told = new Set<string>()

/**
 * Logs the path that no page answers, as section 2 of the specification asks. What the browser asked the server for is in the
 * server's log already; a path that a link inside this page led to is asked for there now, once, so that it gets there too.
 */
export function useMissingPath(pathname: string): void {
  useEffect(() => {
    console.warn('no page at', pathname) // oxlint-disable-line no-console -- the specification asks for it: section 2, 404 page
    if (told.has(pathname) || pathname === askedPath()) return
    told.add(pathname)
    // It is answered with 404, which is what we want to be told of; without a connection nobody is.
    fetch(location.origin + pathname, { method: 'HEAD', credentials: 'omit', cache: 'no-store' }).catch(
      () => undefined,
    )
  }, [pathname])
}

/** The path that this document was loaded from, whatever the address says by now. */
function askedPath(): string | null {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name, location.href).pathname : null
}

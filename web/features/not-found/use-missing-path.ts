import { useEffect } from 'react'
import { tellMissingPath } from './tell-missing-path.ts'

const told = new Set<string>()

/** Logs a path that has no page, as section 2 of the specification requires. */
export function useMissingPath(pathname: string): void {
  useEffect(() => {
    console.warn('no page at', pathname) // oxlint-disable-line no-console -- the specification asks for it: section 2, 404 page
    tellMissingPath(pathname, { told, askedPath: askedPath(), origin: location.origin, fetch: window.fetch })
  }, [pathname])
}

/** The path that this document was loaded from, even if the address has changed since. */
function askedPath(): string | null {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name, location.href).pathname : null
}

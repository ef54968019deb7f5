type Browser = {
  /** Paths that this page has already requested from the server. */
  told: Set<string>
  askedPath: string | null
  origin: string
  fetch: (address: string, init: RequestInit) => Promise<unknown>
}

/**
 * The server's log already has the path of the page load. For a path that an in-page link led to, this function sends one request without
 * credentials, so that the log gets that path too.
 */
export function tellMissingPath(pathname: string, { told, askedPath, origin, fetch }: Browser): void {
  if (told.has(pathname) || pathname === askedPath) return
  told.add(pathname)
  // The answer is 404, and the request exists only for the log. Without a connection the failure is ignored. Concatenated, because `//x/y`
  // must remain a path on our host.
  fetch(origin + pathname, { method: 'HEAD', credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
}

type Browser = {
  /** Paths that the server was asked for by this page. */
  told: Set<string>
  askedPath: string | null
  origin: string
  fetch: (address: string, init: RequestInit) => Promise<unknown>
}

/**
 * What the browser asked the server for is in the server's log already. A path that a link inside this page led to is asked
 * for there once, without a word about who asks, so that it gets there too.
 */
export function tellMissingPath(pathname: string, { told, askedPath, origin, fetch }: Browser): void {
  if (told.has(pathname) || pathname === askedPath) return
  told.add(pathname)
  // The answer is 404, which is what we want to be told of; without a connection nobody is. `//x/y` must stay a path of ours.
  fetch(origin + pathname, { method: 'HEAD', credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
}

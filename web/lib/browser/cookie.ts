const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The value of one cookie in a `Cookie` header or in `document.cookie`. */
export function readCookie(cookies: string | null | undefined, name: string): string | null {
  for (const part of (cookies ?? '').split(';')) {
    const [key, ...rest] = part.trim().split('=')
    if (key === name) return rest.join('=')
  }
  return null
}

/**
 * Stores a preference that the server needs for its first HTML; null removes it. Never holds a
 * secret.
 */
export function writePreferenceCookie(name: string, value: string | null): void {
  writeCookie(name, value ?? '', `; Max-Age=${value === null ? 0 : YEAR_SECONDS}`)
}

/**
 * The same, but only until the browser closes: for a value that came from a link and that the
 * visitor did not choose.
 */
export const writeVisitCookie = (name: string, value: string): void => writeCookie(name, value, '')

function writeCookie(name: string, value: string, lifetime: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/${lifetime}; SameSite=Lax${secure}`
}

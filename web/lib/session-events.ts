import { TOKEN_KEY, type SessionStore } from '#web/lib/session-store.ts'

/** Keeps the session true to what happens outside of this page. */
export function followBrowser(session: SessionStore, browser: Pick<Window, 'addEventListener'>): void {
  const check = () => void session.check()
  // Signing in or out and a token that was replaced in another tab reach this one; null = all storage was cleared.
  browser.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) check()
  })
  // Back to a page that the browser froze: it may still show somebody who has signed out since.
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check()
  })
  // A plan that could not be learned made a guest of its owner.
  browser.addEventListener('online', check)
  browser.addEventListener('focus', () => {
    const current = session.current()
    if (current.status === 'signed-in' && current.user.planName === null) check()
  })
}

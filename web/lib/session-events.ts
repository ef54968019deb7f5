import { TOKEN_KEY, type SessionStore } from '#web/lib/session-store.ts'

/** The plan that was seen last, in whatever tab: storing the same again is no event, so tabs never wake each other without end. */
export const PLAN_KEY = 'plan'

/** Keeps the session true to what happens outside of this page. */
export function followBrowser(
  session: SessionStore,
  browser: Pick<Window, 'addEventListener' | 'localStorage'>,
): void {
  const check = () => void session.check()
  // Signing in or out and a token or plan that changed in another tab reach this one; null = all storage was cleared.
  browser.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === PLAN_KEY || key === null) check()
  })
  session.subscribe(() => {
    const current = session.current()
    if (current.status === 'anonymous') browser.localStorage.removeItem(PLAN_KEY)
    if (current.status !== 'signed-in' || current.user.planName === null) return
    browser.localStorage.setItem(PLAN_KEY, current.user.planName)
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

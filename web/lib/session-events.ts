import { TOKEN_KEY, type SessionStore } from '#web/lib/session-store.ts'

/** The plan last seen in any tab. Storing the same value again fires no event, so tabs cannot trigger each other endlessly. */
export const PLAN_KEY = 'plan'

/** Updates the session after events outside this page. */
export function followBrowser(
  session: SessionStore,
  browser: Pick<Window, 'addEventListener' | 'localStorage'>,
): void {
  const check = () => void session.check()
  // Another tab signed in or out, or its token or plan changed; null = all storage was cleared.
  browser.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === PLAN_KEY || key === null) check()
  })
  session.subscribe(() => {
    const current = session.current()
    if (current.status === 'anonymous') browser.localStorage.removeItem(PLAN_KEY)
    if (current.status !== 'signed-in' || current.user.planName === null) return
    browser.localStorage.setItem(PLAN_KEY, current.user.planName)
  })
  // The browser restored the page from its back/forward cache; the user may have signed out since.
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check()
  })
  // The plan failed to load, so the page treats its owner as a guest.
  browser.addEventListener('online', check)
  browser.addEventListener('focus', () => {
    const current = session.current()
    if (current.status === 'signed-in' && current.user.planName === null) check()
  })
}

import { expect, test, vi } from 'vitest'
import { followBrowser } from '#web/lib/session-events.ts'
import type { Session, SessionStore } from '#web/lib/session-store.ts'

const signedIn = (planName: string | null) => ({ status: 'signed-in', user: { planName } }) as Session

test.each([
  ['the token changed in another tab', 'storage', { key: 'jwt' }, true],
  ['all storage was cleared', 'storage', { key: null }, true],
  ['something else was stored', 'storage', { key: 'i18nextLng' }, false],
  ['the page comes back as the browser froze it', 'pageshow', { persisted: true }, true],
  ['the page was just loaded', 'pageshow', { persisted: false }, false],
  ['the connection is back', 'online', {}, true],
  ['the page is looked at again', 'focus', {}, false],
])('when %s, the session is checked or left alone', (_, kind, event, isChecked) => {
  expect(checksAfter(kind, event, signedIn('pro'))).toBe(isChecked ? 1 : 0)
})

test('a plan that could not be learned is asked for again when the page is looked at', () => {
  expect(checksAfter('focus', {}, signedIn(null))).toBe(1)
  expect(checksAfter('focus', {}, { status: 'anonymous' })).toBe(0)
})

function checksAfter(kind: string, event: object, session: Session): number {
  const browser = new EventTarget()
  const check = vi.fn<SessionStore['check']>(async () => undefined)
  followBrowser({ check, current: () => session } as Partial<SessionStore> as SessionStore, browser as Window)
  browser.dispatchEvent(Object.assign(new Event(kind), event))
  return check.mock.calls.length
}

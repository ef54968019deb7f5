import { expect, test, vi } from 'vitest'
import { followBrowser, type Session, type SessionStore } from './session-store.ts'

const signedIn = (planName: string | null) => ({ status: 'signed-in', user: { planName } }) as Session

test.each([
  ['the token changed in another tab', 'storage', { key: 'jwt' }, true],
  ['another tab saw another plan', 'storage', { key: 'plan' }, true],
  ['all storage was cleared', 'storage', { key: null }, true],
  ['something else was stored', 'storage', { key: 'i18nextLng' }, false],
  ['the page comes back as the browser froze it', 'pageshow', { persisted: true }, true],
  ['the page was just loaded', 'pageshow', { persisted: false }, false],
  ['the connection is back', 'online', {}, true],
  ['the page is looked at again', 'focus', {}, false],
])('when %s, the session is checked or left alone', (_, kind, event, isChecked) => {
  expect(checksAfter(kind, event, signedIn('pro'))).toBe(isChecked ? 1 : 0)
})

test('an unknown plan is requested again when the page gains focus', () => {
  expect(checksAfter('focus', {}, signedIn(null))).toBe(1)
  expect(checksAfter('focus', {}, { status: 'anonymous' })).toBe(0)
})

test('the plan is stored where other tabs notice a change, and is removed with the session', () => {
  const { browser, stored } = browserWithStorage()
  let session: Session = { status: 'checking', presumed: 'member' }
  let tell = (): void => undefined
  const store: Partial<SessionStore> = {
    current: () => session,
    subscribe(listener) {
      tell = listener
      return () => undefined
    },
  }
  followBrowser(store as SessionStore, browser)
  const become = (next: Session) => {
    session = next
    tell()
    return stored.get('plan')
  }
  expect(become(signedIn('pro'))).toBe('pro')
  expect(become(signedIn(null))).toBe('pro')
  expect(become(signedIn('plus'))).toBe('plus')
  expect(become({ status: 'anonymous' })).toBeUndefined()
})

function browserWithStorage() {
  const stored = new Map<string, string>()
  const localStorage: Pick<Storage, 'setItem' | 'removeItem'> = {
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
  const browser = Object.assign(new EventTarget(), { localStorage }) as unknown as Window
  return { browser, stored }
}

function checksAfter(kind: string, event: object, session: Session): number {
  const { browser } = browserWithStorage()
  const check = vi.fn<SessionStore['check']>(async () => undefined)
  const store: Partial<SessionStore> = { check, current: () => session, subscribe: () => () => undefined }
  followBrowser(store as SessionStore, browser)
  browser.dispatchEvent(Object.assign(new Event(kind), event))
  return check.mock.calls.length
}

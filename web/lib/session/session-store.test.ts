import { expect, test, vi } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { memoryStorage } from '#testing/memory-storage.ts'
import type { Transport } from '#web/api/transport.ts'
import {
  createSessionStore,
  followBrowser,
  type Session,
  type SessionStore,
  TOKEN_KEY,
} from './session-store.ts'
import { visitorOf } from './session.tsx'

const me = {
  id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
  role: 'PRO_USER',
  isGuest: false,
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  pictureUrl: '/photo.webp',
  hasPassword: true,
}
const user = { ...me, planName: 'pro' }
const other = { ...me, id: '3f1c2b6e-7d55-4a0f-8a43-9d0f2f5f6a11' }

const refuse: Transport = () => Promise.reject(apiError('session_expired', 401))

type Answers = { me?: Transport; plan?: Transport; logout?: Transport }

const serverWith =
  (answers: Answers = {}): Transport =>
  (request) => {
    if (request.path === '/api/plans/current')
      return (answers.plan ?? (async () => ({ productName: 'pro' })))(request)
    if (request.path === '/api/auth/logout')
      return (answers.logout ?? (async () => ({ message: '' })))(request)
    return (answers.me ?? (async () => me))(request)
  }

function storeWith(
  transport: Transport,
  token: string | null = null,
  retryAfterMs = [0, 0],
  presumed: 'anonymous' | 'member' = 'member',
) {
  const storage = memoryStorage(token === null ? {} : { [TOKEN_KEY]: token })
  const onChange = vi.fn<(isSignedIn: boolean, isOtherAccount: boolean) => void>()
  const store = createSessionStore({
    presumed,
    storage,
    transport: () => transport,
    onChange,
    retryAfterMs,
    signOutWithinMs: 0,
  })
  return { store, storage, kept: storage.items, onChange }
}

async function checkedWith(transport: Transport, token = 'good') {
  const made = storeWith(transport, token)
  await made.store.check()
  return made
}

test(
  'the session counts as being checked until the browser has looked',
  { tags: ['auth.states'] },
  () => {
    const { store } = storeWith(refuse)
    expect(store.current()).toEqual({ status: 'checking', presumed: 'member' })
  },
)

test('while the session is checked, a visitor with a token counts as a member, whatever the server presumed', () => {
  const visitorWith = (token: string | null) =>
    visitorOf(storeWith(refuse, token, [], 'anonymous').store.current())
  expect([visitorWith('good'), visitorWith(null)]).toEqual(['unknown', 'anonymous'])
})

test('without a token the server is not called and the visitor is anonymous', async () => {
  const transport = vi.fn<Transport>()
  const { store } = storeWith(transport)
  await store.check()
  expect(store.current()).toEqual({ status: 'anonymous' })
  expect(transport).not.toHaveBeenCalled()
})

test(
  'a valid token signs the user in and notifies the listeners',
  { tags: ['auth.states', 'auth.start-check'] },
  async () => {
    const { store, onChange } = storeWith(serverWith(), 'good')
    const listener = vi.fn<() => void>()
    store.subscribe(listener)
    await store.check()
    expect(store.current()).toEqual({ status: 'signed-in', user })
    expect(listener).toHaveBeenCalledOnce()
    expect(onChange).toHaveBeenLastCalledWith(true, false)
  },
)

test.each([
  ['authentication_required', 401],
  ['session_expired', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['rate_limited', 429],
  ['internal', 500],
  ['overloaded', 503],
  ['network', 0],
  ['malformed_response', 200],
])(
  'a check that always fails with %s %i removes the token and logs out',
  {
    tags: [
      'auth.check-failed',
      'errors.me-not-ok',
      'errors.plan-call-failed',
      'errors.profile-or-plan-throws',
    ],
  },
  async (code, status) => {
    const failing: Transport = () => Promise.reject(apiError(code, status))
    const { store, kept, onChange } = await checkedWith(failing)
    expect([store.current(), visitorOf(store.current())]).toEqual([
      { status: 'anonymous' },
      'anonymous',
    ])
    expect(kept.size).toBe(0)
    expect(onChange).toHaveBeenLastCalledWith(false, true)
  },
)

test.each([
  ['a first name', { firstName: null }, { firstName: '' }],
  ['any name', { firstName: undefined, lastName: null, name: null }, { firstName: '', lastName: '', name: '' }],
])('an account without %s stays signed in', async (_, missing, names) => {
  const { store } = await checkedWith(serverWith({ me: async () => ({ ...me, ...missing }) }))
  expect(store.current()).toEqual({ status: 'signed-in', user: { ...user, ...names } })
}) // prettier-ignore

test('an interrupted check keeps the token while a retry is pending', async () => {
  const { store, kept } = storeWith(() => Promise.reject(apiError('network', 0)), 'good', [60_000])
  void store.check()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(kept.get(TOKEN_KEY)).toBe('good')
})

test.each([
  ['a connection that is back in a moment', apiError('network', 0)],
  ['a server that is busy for a moment', apiError('overloaded', 503)],
])('%s goes unnoticed', async (_, error) => {
  const once = () => vi.fn<Transport>().mockRejectedValueOnce(error)
  const transport = serverWith({
    me: once().mockResolvedValue(me),
    plan: once().mockResolvedValue({ productName: 'pro' }),
  })
  const { store, onChange } = await checkedWith(transport)
  expect(store.current()).toEqual({ status: 'signed-in', user })
  expect(onChange.mock.calls).toEqual([[true, false]])
})

test.each([
  ['is refused', apiError('internal', 500), { planName: null }],
  ['gets no answer', apiError('network', 0), { planName: null, pictureUrl: null }],
  [
    'gets an answer that cannot be read',
    apiError('malformed_response', 200),
    { planName: null, pictureUrl: null },
  ],
])(
  'when the plan call %s, the plan is empty and the user counts as a guest',
  { tags: ['errors.plan-call-failed', 'errors.profile-or-plan-throws'] },
  async (_, error, changed) => {
    const { store, kept } = await checkedWith(serverWith({ plan: () => Promise.reject(error) }))
    const session = store.current()
    expect(session).toEqual({ status: 'signed-in', user: { ...me, ...changed } })
    expect([kept.get(TOKEN_KEY), visitorOf(session)]).toEqual(['good', 'guest'])
  },
)

test('a later check without an answer leaves the session unchanged, and a refused one ends it', async () => {
  const answers: Answers = {}
  const { store, kept } = await checkedWith(serverWith(answers))
  answers.me = () => Promise.reject(apiError('network', 0))
  await store.check()
  expect(store.current().status).toBe('signed-in')
  answers.me = refuse
  await store.check()
  expect([store.current().status, kept.size]).toEqual(['anonymous', 0])
})

test.each([
  ['is overloaded', apiError('overloaded', 503)],
  ['fails', apiError('internal', 500)],
  ['limits the requests', apiError('rate_limited', 429)],
])('a later check while the server %s logs nobody out and takes no plan away', async (_, error) => {
  const answers: Answers = {}
  const { store, kept } = await checkedWith(serverWith(answers))
  for (const call of ['plan', 'me'] as const) {
    answers[call] = () => Promise.reject(error)
    await store.check()
    expect(store.current()).toMatchObject({ status: 'signed-in', user: { planName: 'pro' } })
  }
  expect(kept.get(TOKEN_KEY)).toBe('good')
})

test('another account does not get the plan of the one before, even while its own is unknown', async () => {
  const answers: Answers = {}
  const { store } = await checkedWith(serverWith(answers))
  answers.me = async () => other
  answers.plan = () => Promise.reject(apiError('overloaded', 503))
  await store.signIn('of another account')
  expect(store.current()).toMatchObject({ user: { planName: null } })
})

test('a busy server is asked again after the time that it names', async () => {
  vi.useFakeTimers()
  const busy = apiError('overloaded', 503, { retryAfterSeconds: 5 })
  const getMe = vi.fn<Transport>().mockRejectedValueOnce(busy).mockResolvedValue(me)
  const { store } = storeWith(serverWith({ me: getMe }), 'good')
  const checked = store.check()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(getMe).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_200)
  await checked
  expect(store.current().status).toBe('signed-in')
})

test('a replaced token keeps the same user signed in, and a change of user is noticed', async () => {
  const answers: Answers = {}
  const { store, onChange } = await checkedWith(serverWith(answers))
  const seen: string[] = []
  store.subscribe(() => seen.push(store.current().status))
  await store.signIn('rotated')
  answers.me = async () => other
  await store.signIn('of another account')
  expect(seen).toEqual(['signed-in', 'signed-in'])
  expect(onChange.mock.calls).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ])
})

test(
  'signing in stores the token and loads the user',
  { tags: ['login.success-token', 'browser.jwt', 'auth.login-reloads-user'] },
  async () => {
    const { store, kept } = storeWith(serverWith())
    await store.signIn('fresh')
    expect(kept.get(TOKEN_KEY)).toBe('fresh')
    expect(store.current().status).toBe('signed-in')
  },
)

test.each<[string, Transport]>([
  ['cannot be told', () => Promise.reject(apiError('network', 0))],
  [
    'never answers',
    ({ signal }) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  ],
  ['knows the session no more', refuse],
])(
  'signing out forgets the token even when the server %s, and tells whether the session is over',
  { tags: ['auth.logout-always-clears', 'check-17'] },
  async (_, logout) => {
    const asked = vi.fn<Transport>(logout)
    const { store, kept } = await checkedWith(serverWith({ logout: asked }))
    expect(await store.signOut()).toBe(logout === refuse)
    expect(asked).toHaveBeenCalledOnce()
    expect([store.current(), kept.size]).toEqual([{ status: 'anonymous' }, 0])
  },
)

test('a deliberate sign-out does not count as an expired session', async () => {
  const drops: boolean[] = []
  const logout: Transport = () => {
    drops.push(store.drop('good'))
    return refuse({ method: 'POST', path: '' })
  }
  const { store } = await checkedWith(serverWith({ logout }))
  await store.signOut()
  expect(drops).toEqual([false])
})

test('a sign-in in another tab survives the sign-out of this page', async () => {
  const logout: Transport = async () => {
    storage.setItem(TOKEN_KEY, 'of another tab')
    return { message: '' }
  }
  const { store, storage, kept } = await checkedWith(serverWith({ logout }))
  await store.signOut()
  expect([store.current().status, kept.get(TOKEN_KEY)]).toEqual(['signed-in', 'of another tab'])
})

test('a check overtaken by a sign-in in another tab does not drop the new token', async () => {
  const { store, storage, kept } = storeWith(async (request) => {
    storage.setItem(TOKEN_KEY, 'of another tab')
    return refuse(request)
  }, 'old')
  await store.check()
  expect(kept.get(TOKEN_KEY)).toBe('of another tab')
})

test('only the refused token is dropped', async () => {
  const { store, kept } = await checkedWith(serverWith(), 'new')
  expect(store.drop('older')).toBe(false)
  expect(store.current().status).toBe('signed-in')
  expect(store.drop('new')).toBe(true)
  expect([store.current().status, kept.size]).toEqual(['anonymous', 0])
})

const signedIn = (planName: string | null) =>
  ({ status: 'signed-in', user: { planName } }) as Session

test.each([
  ['the token changed in another tab', 'storage', { key: 'jwt' }, true],
  ['another tab saw another plan', 'storage', { key: 'plan' }, true],
  ['all storage was cleared', 'storage', { key: null }, true],
  ['something else was stored', 'storage', { key: 'i18nextLng' }, false],
  ['the page comes back as the browser froze it', 'pageshow', { persisted: true }, true],
  ['the page was just loaded', 'pageshow', { persisted: false }, false],
  ['the connection is back', 'online', {}, true],
  ['the page becomes visible again', 'focus', {}, false],
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
  const localStorage = memoryStorage()
  const browser = Object.assign(new EventTarget(), { localStorage }) as unknown as Window
  return { browser, stored: localStorage.items }
}

function checksAfter(kind: string, event: object, session: Session): number {
  const { browser } = browserWithStorage()
  const check = vi.fn<SessionStore['check']>(async () => undefined)
  const store: Partial<SessionStore> = {
    check,
    current: () => session,
    subscribe: () => () => undefined,
  }
  followBrowser(store as SessionStore, browser)
  browser.dispatchEvent(Object.assign(new Event(kind), event))
  return check.mock.calls.length
}

import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import type { Transport } from '#web/api/transport.ts'
import { createSessionStore, TOKEN_KEY } from '#web/lib/session-store.ts'

const user = {
  id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
  role: 'PRO_USER',
  isGuest: false,
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  pictureUrl: null,
}

function storeWith(transport: Transport, token: string | null = null, retryAfterMs = [0, 0]) {
  const kept = new Map(token ? [[TOKEN_KEY, token]] : [])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const onChange = vi.fn<(isSignedIn: boolean) => void>()
  return {
    store: createSessionStore({
      presumed: 'member',
      storage,
      transport: () => transport,
      onChange,
      retryAfterMs,
    }),
    storage,
    kept,
    onChange,
  }
}

const refuse: Transport = () =>
  Promise.reject(new ApiError('session_expired', '', { status: 401, requestId: null }))

test('until the browser has looked, the session is being checked', () => {
  const { store } = storeWith(refuse)
  expect(store.current()).toEqual({ status: 'checking', presumed: 'member' })
})

test('without a token nobody is asked and nobody is signed in', async () => {
  const transport = vi.fn<Transport>()
  const { store } = storeWith(transport)
  await store.check()
  expect(store.current()).toEqual({ status: 'anonymous' })
  expect(transport).not.toHaveBeenCalled()
})

test('a good token signs in and tells those who listen', async () => {
  const { store, onChange } = storeWith(async () => user, 'good')
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  await store.check()
  expect(store.current()).toEqual({ status: 'signed-in', user })
  expect(listener).toHaveBeenCalledOnce()
  expect(onChange).toHaveBeenLastCalledWith(true)
})

const failure = (code: string, status: number) => new ApiError(code, '', { status, requestId: null })

test('a refused check removes the token and logs out', async () => {
  const { store, kept } = storeWith(() => Promise.reject(failure('session_expired', 401)), 'old')
  await store.check()
  expect(store.current()).toEqual({ status: 'anonymous' })
  expect(kept.size).toBe(0)
})

test.each([
  ['a lost connection', failure('network', 0)],
  ['an answer that is cut off', failure('malformed_response', 200)],
])('%s that lasts removes the token and logs out', async (_, error) => {
  const { store, kept } = storeWith(() => Promise.reject(error), 'good')
  await store.check()
  expect(store.current()).toEqual({ status: 'anonymous' })
  expect(kept.size).toBe(0)
})

test('a check that is cut off leaves the token alone while it may still be repeated', async () => {
  const { store, kept } = storeWith(() => Promise.reject(failure('network', 0)), 'good', [60_000])
  void store.check()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(kept.get(TOKEN_KEY)).toBe('good')
})

test('a connection that is back in a moment is not noticed', async () => {
  const transport = vi.fn<Transport>().mockRejectedValueOnce(failure('network', 0)).mockResolvedValue(user)
  const { store, onChange } = storeWith(transport, 'good')
  await store.check()
  expect(store.current()).toEqual({ status: 'signed-in', user })
  expect(onChange.mock.calls).toEqual([[true]])
})

test('signing in stores the token and loads the user', async () => {
  const { store, kept } = storeWith(async () => user)
  await store.signIn('fresh')
  expect(kept.get(TOKEN_KEY)).toBe('fresh')
  expect(store.current().status).toBe('signed-in')
})

test('signing out forgets the token even when the server cannot be told', async () => {
  const { store, kept } = storeWith(
    async ({ method }) => (method === 'GET' ? user : refuse({ method, path: '' })),
    'good',
  )
  await store.check()
  await store.signOut()
  expect(kept.size).toBe(0)
  expect(store.current()).toEqual({ status: 'anonymous' })
})

test('a check that was overtaken by a sign-in in another tab does not drop its token', async () => {
  const { store, storage, kept } = storeWith(async (request) => {
    storage.setItem(TOKEN_KEY, 'of another tab')
    return refuse(request)
  }, 'old')
  await store.check()
  expect(kept.get(TOKEN_KEY)).toBe('of another tab')
})

test('only the token that was refused is dropped', async () => {
  const { store, kept } = storeWith(async () => user, 'new')
  await store.check()
  store.drop('older')
  expect(store.current().status).toBe('signed-in')
  store.drop('new')
  expect([store.current().status, kept.size]).toEqual(['anonymous', 0])
})

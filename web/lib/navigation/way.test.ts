import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import type { SessionUser } from '#web/lib/session/session-user.ts'
import { readAddress, readWay, rememberWay, takeWay } from './way.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/list?view=leads&country=DE#page-2', '/list?view=leads&country=DE#page-2', 'leads'],
  ['/list/kestrel', '/list/kestrel', 'stores'],
  ['/store/17?tab=products', '/store/17?tab=products', 'stores'],
  ['/product/17-4711', '/product/17-4711', 'products'],
  ['/app', '/app', 'today'],
  ['/settings/api', '/settings/api', 'api'],
  ['/settings/plan', '/settings/plan', 'settings'],
  ['/operator/jobs', '/operator/jobs', 'console'],
  ['/saved/../pulse', '/pulse', 'pulse'],
])('%s is a way to %s, of %s', (text, address, screen) => {
  expect(readAddress(text)).toEqual({ address, screen })
})

test.each([
  '//evil.test/list',
  '/\\evil.test/list',
  '\\\\evil.test/list',
  '/\t/evil.test/list',
  'https://evil.test/list',
  'https:evil.test',
  'javascript:alert(1)//list',
  '/.//evil.test/list',
  '/list/..//evil.test',
  '/%2e%2e//evil.test',
  ' /list',
  'list',
  '',
  '/',
  '/pricing',
  '/login',
  '/listen',
  `/list?q=${'x'.repeat(2_000)}`,
  null,
  { address: '/list' },
])('%j is no way', (text) => {
  expect(readAddress(text)).toBeNull()
})

function createStorage() {
  let stored: string | null = null
  return {
    getItem: () => stored,
    setItem: (_: string, text: string) => void (stored = text),
    removeItem: () => void (stored = null),
  }
}

test('a way is kept for an hour, and checked again when it is read', () => {
  const storage = createStorage()
  rememberWay({ pathname: '/list', search: '?view=leads', hash: '' }, 0, storage)
  expect(readWay(HOUR_MS - 1, storage)?.address).toBe('/list?view=leads')
  expect(readWay(HOUR_MS, storage)).toBeNull()
  storage.setItem('', JSON.stringify({ value: '//evil.test/list', atMs: 0 }))
  expect(readWay(1, storage)).toBeNull()
  rememberWay({ pathname: '//evil.test/list', search: '', hash: '' }, 0, storage)
  expect(storage.getItem()).toContain('evil') // unchanged: nothing was kept
})

const member = (planName: string) => ({ status: 'signed-in', user: userWith(planName) }) as const
const userWith = (planName: string): SessionUser => ({
  id: '00000000-0000-4000-8000-000000000001' as SessionUser['id'],
  role: planName === 'guest' ? 'GUEST' : 'PRO_USER',
  isGuest: planName === 'guest',
  firstName: '',
  lastName: '',
  name: '',
  email: 'mira@storedawn.test',
  pictureUrl: null,
  hasPassword: true,
  planName,
})

test.each([
  ['pro', '/list', '/list'],
  ['plus', '/operator/jobs', '/operator/jobs'],
  ['guest', '/list', null],
  ['guest', '/settings/plan', '/settings/plan'],
])('a sign-in with the plan %s on the way to %s leads to %s', (plan, pathname, target) => {
  const storage = createStorage()
  vi.stubGlobal('localStorage', storage)
  rememberWay({ pathname, search: '', hash: '' })
  expect(takeWay(member(plan))).toBe(target)
  // A way that was taken is forgotten; another waits for the plan.
  expect(storage.getItem() === null).toBe(target !== null)
})

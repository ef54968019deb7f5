import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import { memoryStorage } from '#testing/memory-storage.ts'
import { member } from '#testing/render-screen.tsx'
import { readAddress, readWay, rememberWay, takeWay } from './way.ts'

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

test('a way is kept for an hour, and checked again when it is read', () => {
  const storage = memoryStorage()
  rememberWay({ pathname: '/list', search: '?view=leads', hash: '' }, 0, storage)
  expect(readWay(HOUR_MS - 1, storage)?.address).toBe('/list?view=leads')
  expect(readWay(HOUR_MS, storage)).toBeNull()
  storage.setItem('way', JSON.stringify({ value: '//evil.test/list', atMs: 0 }))
  expect(readWay(1, storage)).toBeNull()
  rememberWay({ pathname: '//evil.test/list', search: '', hash: '' }, 0, storage)
  expect(storage.getItem('way')).toContain('evil') // unchanged: nothing was kept
})

test.each([
  ['pro', '/list', '/list'],
  ['plus', '/operator/jobs', '/operator/jobs'],
  ['guest', '/list', null],
  ['guest', '/settings/plan', '/settings/plan'],
])('a sign-in with the plan %s on the way to %s leads to %s', (plan, pathname, target) => {
  const storage = memoryStorage()
  vi.stubGlobal('localStorage', storage)
  rememberWay({ pathname, search: '', hash: '' })
  expect(takeWay(member('PRO_USER', plan))).toBe(target)
  // A way that was taken is forgotten; another waits for the plan.
  expect(storage.items.size === 0).toBe(target !== null)
})

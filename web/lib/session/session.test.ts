import { describe, expect, test } from 'vitest'
import { askBeforeLogOut, badgeOf, isSessionEnding, logOut, planOf, visitorOf } from './session.tsx'

test.each<[string, string | null, string, string, boolean?]>([
  ['GUEST', 'guest', 'guest', 'guest'],
  ['GUEST_USER', 'guest', 'guest', 'guest'],
  ['guest_user', null, 'guest', 'guest'],
  ['Guest', 'pro', 'guest', 'guest'],
  ['PRO_USER', 'pro', 'pro', 'pro'],
  ['pro_user', 'PRO', 'pro', 'pro'],
  ['PLUS_USER', 'plus', 'plus', 'plus'],
  ['plus_user', 'Plus', 'plus', 'plus'],
  // The plan's name counts too.
  ['PRO_USER', 'plus', 'plus', 'plus'],
  ['PRO_USER', 'guest', 'guest', 'guest'],
  ['PRO_USER', 'free', 'guest', 'guest'],
  // Without a plan: a guest.
  ['PRO_USER', null, 'guest', 'guest'],
  ['PLUS_USER', '', 'guest', 'guest'],
  // A value that this page does not know.
  ['TEAM_USER', 'team', 'pro', 'pro'],
  ['PLUS_USER', 'team', 'plus', 'plus'],
  ['TEAM_USER', 'plus', 'plus', 'plus'],
  ['TEAM_USER', null, 'guest', 'pro'],
  ['', null, 'guest', 'guest'],
  // Flagged as a guest.
  ['TEAM_USER', 'pro', 'guest', 'guest', true],
  ['TEAM_USER', null, 'guest', 'guest', true],
])(
  'role %j with plan %j counts as %s, and its badge says %s',
  {
    tags: [
      'product.user-kinds',
      'roles.guest',
      'roles.paid',
      'roles.case-insensitive',
      'roles.plan-name',
      'roles.badge',
      'roles.badge-unknown-pro',
    ],
  },
  (role, planName, kind, badge, isGuest = false) => {
    const user = { role, planName, isGuest }
    expect([planOf(user), badgeOf(user)]).toEqual([kind, badge])
  },
)

test.each([
  [{ status: 'checking', presumed: 'anonymous' }, 'anonymous'],
  [{ status: 'checking', presumed: 'member' }, 'unknown'],
  [{ status: 'anonymous' }, 'anonymous'],
] as const)('the header treats the session %j as %s', (session, visitor) => {
  expect(visitorOf(session)).toBe(visitor)
})

describe('logging out', () => {
  const logOutHere = async () => {
    const steps: string[] = []
    await logOut(
      async () => void steps.push('sign out'),
      () => steps.push(isSessionEnding() ? 'go home freely' : 'go home'),
    )
    return steps
  }

  test('leads home before the session ends, and no page holds the visitor', async () => {
    expect(await logOutHere()).toEqual(['go home freely', 'sign out'])
    expect(isSessionEnding()).toBe(false)
  })

  test('waits for the answer of a page with unsaved input', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const end = askBeforeLogOut(() => promise)
    const steps = logOutHere()
    end()
    resolve(true)
    expect(await steps).toEqual(['go home freely', 'sign out'])
  })

  test('does nothing when the visitor stays to save', async () => {
    const end = askBeforeLogOut(async () => false)
    expect(await logOutHere()).toEqual([])
    end()
    expect(await logOutHere()).toEqual(['go home freely', 'sign out'])
  })
})

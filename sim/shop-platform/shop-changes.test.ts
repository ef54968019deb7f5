import { expect, test } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import { changesUntil, profileAt, type ShopChange } from './shop-changes.ts'
import { profileOf, type ShopProfile } from './shop-profile.ts'

const LOGGED_MS = Date.UTC(2026, 4, 6, 12)
const HALF_HOUR_MS = 30 * MINUTE_MS

const shops = (eagerShare: number): ShopProfile[] =>
  Array.from({ length: 400 }, (_, ordinal) =>
    profileOf(7, { reference: { side: 'new', ordinal }, loggedMs: LOGGED_MS, eagerShare }),
  )

test('without eager merchants a shop stays as it is', () => {
  for (const shop of shops(0)) expect(changesUntil(shop, LOGGED_MS + HALF_HOUR_MS)).toEqual([])
})

test('an eager merchant changes the shop in the half-hour after the certificate, never before it', () => {
  for (const shop of shops(1)) {
    expect(changesUntil(shop, LOGGED_MS)).toEqual([])
    expect(changesUntil(shop, LOGGED_MS + HALF_HOUR_MS).length).toBeGreaterThan(0)
  }
})

test('eager merchants make every kind of change', () => {
  const kinds = new Set(
    shops(1).flatMap((shop) =>
      changesUntil(shop, LOGGED_MS + HALF_HOUR_MS).map(({ kind }) => kind),
    ),
  )
  expect([...kinds].toSorted()).toEqual([
    'app_added',
    'app_removed',
    'closed',
    'contact_added',
    'password_set',
    'pixel_added',
    'reopened',
    'social_added',
    'theme_changed',
    'theme_updated',
  ] satisfies ShopChange['kind'][])
})

test('some eager merchants take the password page down within ten minutes', () => {
  const opening = shops(1).flatMap(({ condition: { availability } }) =>
    availability.kind === 'opens_later' ? [availability.opensMs - LOGGED_MS] : [],
  )
  expect(opening.length).toBeGreaterThan(40)
  for (const afterMs of opening)
    expect(afterMs).toSatisfy((ms: number) => ms > 0 && ms < 10 * MINUTE_MS)
})

test('a shop that its merchant closes for a moment is open again afterwards', () => {
  const closing = shops(1).filter((shop) =>
    changesUntil(shop, LOGGED_MS + HALF_HOUR_MS).some(({ kind }) => kind === 'closed'),
  )
  expect(closing.length).toBeGreaterThan(20)
  for (const shop of closing)
    expect(profileAt(shop, LOGGED_MS + HALF_HOUR_MS).condition.availability.kind).toBe('open')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profilesOf } from '#testing/make-profiles.ts'
import {
  DEFAULT_PROFILE,
  type Factor,
  MAX_PROFILE_TEXT,
  profileOf,
  readProfile,
  ScoreProfile,
  writeProfile,
} from './score-profile.ts'

const profiles = profilesOf({
  apps: ['judge.me', 'loox', 'a_b', 'x_5F', 'boost & sell', "o'clock", '日本', 'a*b', '100%'],
  themes: ['dawn', 'be yours', 'prestige.2'],
  countries: ['DE', 'US', 'FR', 'TR'],
})

test('a profile comes back from its text, which an address carries as it is', () => {
  fc.assert(
    fc.property(profiles, (profile) => {
      const text = writeProfile(profile)
      expect(readProfile(text)).toEqual(profile)
      expect(new URLSearchParams({ profile: text }).toString()).toBe(`profile=${text}`)
      expect(text.length).toBeLessThanOrEqual(MAX_PROFILE_TEXT)
    }),
  )
})

test('the default is a profile, in this text', () => {
  expect(ScoreProfile.parse(DEFAULT_PROFILE)).toEqual(DEFAULT_PROFILE)
  expect(writeProfile(DEFAULT_PROFILE)).toBe(
    'launchAge.25.7*contact.25.named*catalogueSize.10.10.250*price.10.20.150*newProducts.10.7*alive.10*risk.10',
  )
  for (const missing of [undefined, null, '']) expect(profileOf(missing)).toBe(DEFAULT_PROFILE)
})

test.each([
  ['weights of less than 100 together', 'alive.99'],
  ['weights of more than 100 together', 'alive.60*risk.41'],
  ['a weight below zero', 'alive.101*risk.-1'],
  ['a part of a point', 'alive.99.5*risk.0.5'],
  ['a number in another spelling', 'alive.0100'],
  ['no factor', ''],
  ['the same factor twice', 'alive.50*alive.50'],
  ['an unknown kind', 'luck.100'],
  ['settings that the factor does not have', 'alive.100.yes'],
  ['a range whose ends are in the wrong order', 'price.100.80.25'],
  ['no app', 'hasApp.100'],
  ['the same app twice', 'hasApp.100.loox.loox'],
  ['a category that does not exist', 'category.100.sundries.-'],
  ['a category for all and for half', 'category.100.pets.-.pets'],
  ['values without the mark before those for half', 'country.100.DE'],
  ['a country in small letters', 'country.100.de.-'],
  ['a theme with capitals', 'theme.100.Dawn'],
  ['another window', 'newProducts.100.14'],
  ['a broken escape', 'hasApp.100.a_ZZ'],
  ['an escape that was not needed', 'hasApp.100._61pp'],
])('%s: no profile', (_, text) => {
  expect(readProfile(text)).toBeNull()
})

describe('limits', () => {
  const lacks = (count: number, app = (at: number) => `app-${at}`): Factor[] =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'lacksApp',
      weight: at === 0 ? 100 : 0,
      apps: [app(at)],
    }))

  test('a profile has at most twelve factors', () => {
    expect(ScoreProfile.safeParse({ factors: lacks(12) }).success).toBe(true)
    expect(ScoreProfile.safeParse({ factors: lacks(13) }).success).toBe(false)
  })

  test('a profile whose text is longer than an address allows is refused', () => {
    const long = (at: number) => `app-${at}-${'x'.repeat(90)}`
    expect(ScoreProfile.safeParse({ factors: lacks(8, long) }).success).toBe(true)
    expect(ScoreProfile.safeParse({ factors: lacks(10, long) }).success).toBe(false)
  })
})

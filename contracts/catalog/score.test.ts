import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE, type Factor, type ScoreProfile } from './score-profile.ts'
import {
  type ContactKind,
  contactKindOf,
  halfRange,
  type PublishedContact,
  type ScoredValues,
  scoreStore,
} from './score.ts'

const TODAY = '2026-11-29'

const known: ScoredValues = {
  launchDate: '2026-11-27',
  contact: 'business',
  apps: ['judge-me', 'klaviyo'],
  products: 32,
  price: 34,
  category: 'beauty',
  newProducts7: 5,
  newProducts30: 12,
  themeFamily: 'dawn',
  country: 'US',
  alive: true,
  risks: [],
}
const unknown: ScoredValues = {
  launchDate: null,
  contact: null,
  apps: null,
  products: null,
  price: null,
  category: null,
  newProducts7: null,
  newProducts30: null,
  themeFamily: null,
  country: null,
  alive: true,
  risks: null,
}

const alone = (factor: Factor): ScoreProfile => ({ factors: [factor] })
/** Of a factor of 40 points, for each of the values. */
const pointsFor = (factor: Factor, values: Partial<ScoredValues>[]) =>
  values.map(
    (some) => scoreStore(alone({ ...factor, weight: 40 }), { ...known, ...some }, TODAY).points,
  )

const weight = 40
const price: Factor = { kind: 'price', weight, from: 25, to: 80 }

describe('each rule', () => {
  test('a launch gives all in the first days, then a tenth less a day', () => {
    const days = [
      '2026-12-03',
      '2026-11-29',
      '2026-11-26',
      '2026-11-25',
      '2026-11-17',
      '2026-11-16',
    ]
    expect(
      pointsFor(
        { kind: 'launchAge', weight, fullDays: 3 },
        days.map((launchDate) => ({ launchDate })),
      ),
    ).toEqual([40, 40, 40, 36, 4, 0])
  })

  test('a contact gives a quarter less for each step down', () => {
    const kinds: ContactKind[] = ['named', 'business', 'free', 'formOrPhone', 'none']
    const contacts = kinds.map((contact) => ({ contact }))
    expect(pointsFor({ kind: 'contact', weight, best: 'named' }, contacts)).toEqual([
      40, 30, 20, 10, 0,
    ])
    expect(pointsFor({ kind: 'contact', weight, best: 'business' }, contacts)).toEqual([
      30, 40, 20, 10, 0,
    ])
  })

  test('one of the apps is enough, and all of them must be missing', () => {
    const apps = [['loox'], ['judge-me', 'loox'], ['klaviyo'], []].map((apps) => ({ apps }))
    const asked = ['judge-me', 'loox']
    expect(pointsFor({ kind: 'hasApp', weight, apps: asked }, apps)).toEqual([40, 40, 0, 0])
    expect(pointsFor({ kind: 'lacksApp', weight, apps: asked }, apps)).toEqual([0, 0, 40, 40])
  })

  test('a range gives half from half its lower to twice its upper end', () => {
    const prices = [12, 13, 24, 25, 80, 81, 160, 161].map((price) => ({ price }))
    expect(pointsFor(price, prices)).toEqual([0, 20, 20, 40, 40, 20, 20, 0])
    expect(halfRange({ from: 25, to: 80 })).toEqual([13, 160])
    const sizes = [4, 5, 9, 10, 99_999].map((products) => ({ products }))
    expect(pointsFor({ kind: 'catalogueSize', weight, from: 10, to: null }, sizes)).toEqual([
      0, 20, 20, 40, 40,
    ])
  })

  test('categories and countries give all, half or none', () => {
    expect(
      pointsFor(
        { kind: 'category', weight, all: ['beauty'], half: ['fashion'] },
        ['beauty', 'fashion', 'pets'].map((category) => ({ category })),
      ),
    ).toEqual([40, 20, 0])
    expect(
      pointsFor(
        { kind: 'country', weight, all: ['US', 'CA'], half: [] },
        ['US', 'CA', 'DE'].map((country) => ({ country })),
      ),
    ).toEqual([40, 40, 0])
  })

  test('new products give a sixth each, of the window that the factor names', () => {
    const some = [0, 1, 3, 5, 6, 60].map((newProducts7) => ({ newProducts7 }))
    expect(pointsFor({ kind: 'newProducts', weight, window: 7 }, some)).toEqual([
      0, 7, 20, 33, 40, 40,
    ])
    expect(pointsFor({ kind: 'newProducts', weight, window: 30 }, some)).toEqual(some.map(() => 40))
  })

  test('themes, life and warning signs', () => {
    const themes = ['dawn', 'impulse'].map((themeFamily) => ({ themeFamily }))
    expect(pointsFor({ kind: 'theme', weight, themes: ['dawn', 'horizon'] }, themes)).toEqual([
      40, 0,
    ])
    expect(pointsFor({ kind: 'alive', weight }, [{ alive: true }, { alive: false }])).toEqual([
      40, 0,
    ])
    const risks = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((risks) => ({ risks }))
    expect(pointsFor({ kind: 'risk', weight }, risks)).toEqual([40, 20, 0, 0])
  })
})

test('parts of a weight are rounded half up', () => {
  const half = (weight: number) =>
    scoreStore(alone({ ...price, weight }), { ...known, price: 15 }, TODAY).points
  expect([0, 1, 2, 3, 5].map(half)).toEqual([0, 1, 1, 2, 3])
})

test('an unknown factor gives no points and is missing from what is known', () => {
  const { points, known: sum, factors } = scoreStore(DEFAULT_PROFILE, unknown, TODAY)
  expect([points, sum]).toEqual([10, 10])
  expect(factors.filter((factor) => factor.points !== null).map(({ kind }) => kind)).toEqual([
    'alive',
  ])
})

test('the factors come in the order of the profile, each with its value, and add up to the score', () => {
  const score = scoreStore(DEFAULT_PROFILE, known, TODAY)
  expect(score).toEqual({
    points: 92,
    known: 100,
    factors: [
      { kind: 'launchAge', weight: 25, points: 25, value: 2 },
      { kind: 'contact', weight: 25, points: 19, value: 'business' },
      { kind: 'catalogueSize', weight: 10, points: 10, value: 32 },
      { kind: 'price', weight: 10, points: 10, value: 34 },
      { kind: 'newProducts', weight: 10, points: 8, value: 5 },
      { kind: 'alive', weight: 10, points: 10, value: 'yes' },
      { kind: 'risk', weight: 10, points: 10, value: [] },
    ],
  })
})

test('no factor gives less than nothing or more than its weight', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(300), fc.nat(20), (weight, dollars, newProducts7) => {
      const values = { ...known, price: dollars, newProducts7 }
      for (const factor of [
        { ...price, weight },
        { kind: 'newProducts', weight, window: 7 } as const,
      ]) {
        const { points } = scoreStore(alone(factor), values, TODAY)
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(weight)
      }
    }),
  )
})

test('a contact is of the best kind that the store publishes', () => {
  const nothing: PublishedContact = {
    email: false,
    emailKind: null,
    emailState: null,
    ownDomain: null,
    phone: false,
    contactForm: false,
  }
  const kindOf = (some: Partial<PublishedContact>) => contactKindOf({ ...nothing, ...some })
  const email = { email: true, ownDomain: true, phone: true }
  expect(kindOf({ ...email, emailKind: 'personal' })).toBe('named')
  expect(kindOf({ ...email, emailKind: 'role', emailState: 'has_mx' })).toBe('business')
  expect(kindOf({ ...email, emailKind: 'personal', ownDomain: false })).toBe('free')
  expect(kindOf({ ...email, emailState: 'no_mx' })).toBe('formOrPhone')
  expect(kindOf({ ...email, emailState: 'bounced', phone: false })).toBe('none')
  expect(kindOf({ contactForm: true })).toBe('formOrPhone')
  expect(kindOf({ email: null, contactForm: true })).toBe('formOrPhone')
  expect(kindOf({ email: null, phone: null })).toBeNull()
  expect(kindOf({ contactForm: null })).toBeNull()
  expect(kindOf({})).toBe('none')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE, SUM_OF_WEIGHTS } from '#contracts/catalog/score-profile.ts'
import {
  apportion,
  type Draft,
  draftOf,
  profileIn,
  withFactor,
  withoutFactor,
  withPin,
  withWeight,
} from './draft.ts'

const weightsOf = (draft: Draft) => draft.map(({ factor }) => factor.weight)
const sumOf = (draft: Draft) => weightsOf(draft).reduce((sum, each) => sum + each, 0)

/** Of these weights, as a saved profile has them. */
const weighing = (...weights: readonly number[]): Draft =>
  draftOf({ factors: weights.map((weight) => ({ kind: 'alive', weight })) })

const raised = withWeight(weighing(40, 30, 20, 10), 0, 70)
const pinned = withPin(withPin(weighing(50, 30, 20), 1, true), 2, true)

test('a raised weight is taken from the others in proportion to the saved profile', () => {
  expect(weightsOf(raised)).toEqual([70, 15, 10, 5])
})

test('a weight that the user sets is pinned and keeps its value at the next change', () => {
  expect(raised.map(({ isPinned }) => isPinned)).toEqual([true, false, false, false])
  expect(weightsOf(withWeight(raised, 1, 24))).toEqual([70, 24, 4, 2])
})

test('a lowered weight returns the others to what the saved profile gave them', () => {
  expect(weightsOf(withWeight(raised, 0, 40))).toEqual([40, 30, 20, 10])
})

test('beside pinned factors alone a weight can take only what they leave', () => {
  expect(weightsOf(withWeight(pinned, 0, 10))).toEqual([50, 30, 20])
  expect(weightsOf(withWeight(pinned, 0, 90))).toEqual([50, 30, 20])
})

test('a new factor takes its weight from the others, and a removed one returns it', () => {
  const added = withFactor(weighing(60, 40), { kind: 'alive', weight: 10 })
  expect(weightsOf(added)).toEqual([54, 36, 10])
  expect(weightsOf(withoutFactor(added, 2))).toEqual([60, 40])
  expect(new Set(added.map(({ id }) => id)).size).toBe(3)
})

test('the last factor cannot be removed, and pinned ones share what no other can take', () => {
  expect(weightsOf(withoutFactor(weighing(100), 0))).toEqual([100])
  expect(weightsOf(withoutFactor(pinned, 0))).toEqual([60, 40])
})

test('shares are whole, add up, and differ from the exact ones by less than 1', () => {
  const bases = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.nat({ max: 100 }), bases, (total, bases) => {
      const shares = apportion(total, bases)
      expect(shares.reduce((sum, each) => sum + each, 0)).toBe(total)
      const base = bases.reduce((sum, each) => sum + each, 0)
      for (const [at, share] of shares.entries()) {
        const exact = base > 0 ? (total * (bases[at] ?? 0)) / base : total / bases.length
        expect(Math.abs(share - exact)).toBeLessThan(1)
      }
    }),
  )
})

type Step = { at: number; wanted: number; act: 'weigh' | 'pin' | 'unpin' | 'add' | 'remove' }

function play(draft: Draft, { at, wanted, act }: Step): Draft {
  const id = draft[at % draft.length]?.id ?? 0
  if (act === 'weigh') return withWeight(draft, id, wanted)
  if (act === 'add') return withFactor(draft, { kind: 'alive', weight: wanted })
  return act === 'remove' ? withoutFactor(draft, id) : withPin(draft, id, act === 'pin')
}

test('after any edits, the weights are whole, not negative, and add up to 100', () => {
  const step = fc.record<Step>({
    at: fc.nat({ max: 30 }),
    wanted: fc.integer({ min: -20, max: 140 }),
    act: fc.constantFrom('weigh', 'pin', 'unpin', 'add', 'remove'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const draft = steps.reduce(play, draftOf(DEFAULT_PROFILE))
      expect(sumOf(draft)).toBe(SUM_OF_WEIGHTS)
      for (const weight of weightsOf(draft)) {
        expect(Number.isInteger(weight)).toBe(true)
        expect(weight).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('an unchanged draft is the profile that it began with', () => {
  expect(profileIn(draftOf(DEFAULT_PROFILE))).toEqual(DEFAULT_PROFILE)
})

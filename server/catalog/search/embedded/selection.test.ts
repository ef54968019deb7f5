import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTopRows, quickselect } from './selection.ts'
import { textKeys } from '#server/catalog/search/store-sorts.ts'

const numbers = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true })), {
  minLength: 1,
  maxLength: 200,
})
const upwards = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

test('quickselect returns the value that sorting puts at that index', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, fc.nat(), async (values, at) => {
      const place = at % values.length
      const sorted = Float64Array.from(values).toSorted(upwards)
      // -0 and 0 are equal in the order, so either may be found: adding 0 makes both of them 0.
      expect((await quickselect(Float64Array.from(values), place)) + 0).toBe(
        (sorted[place] ?? Number.NaN) + 0,
      )
    }),
    {
      examples: [
        [[3, 3, 3], 1],
        [[0, -0], 0],
        [[-0, 0], 1],
      ],
    },
  )
})

test('the first rows are the ones that sorting puts first, in order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.nat({ max: 60 }), (rows, count) => {
      const first = createTopRows(count, upwards)
      for (const row of rows) first.offer(row)
      expect(first.inOrder()).toEqual(rows.toSorted(upwards).slice(0, count))
    }),
  )
})

test('the keys of names order them as people would, accents and capitals aside', () => {
  const inOrder = [
    '7 Seas',
    'apfel',
    'Äpfelchen',
    'Blumenladen Aachen',
    'Blumenladen Berlin',
    'Étoile',
    'zoo',
    '山',
  ]
  const compare = (a: string, b: string) => {
    const [left, right] = [textKeys(a, 4), textKeys(b, 4)]
    const at = left.findIndex((key, place) => key !== right[place])
    return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
  }
  expect(inOrder.toReversed().toSorted(compare)).toEqual(inOrder)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slideAt, slideOfKey } from './carousel.tsx'

const starts = [0, 300, 600, 900]
/** The last slide never gets to the front: a track of 340 ends at 860. */
const END = 860

test.each([
  [0, 0],
  [140, 0],
  [160, 1],
  [610, 2],
  [859, 3],
  [860, 3],
  [-40, 0],
])('a track scrolled to %d has slide %d selected', (scrollLeft, at) => {
  expect(slideAt(scrollLeft, END, starts)).toBe(at)
})

test('a track with nothing to scroll has its first slide selected', () => {
  expect(slideAt(0, 0, starts)).toBe(0)
})

test('a track scrolled to show a slide has that slide selected', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 200, max: 900 }),
      (count, width) => {
        // As in the style sheet: at least 78 % of the track, and a gap.
        const step = Math.ceil(width * 0.78) + 16
        const all = Array.from({ length: count }, (_, at) => at * step)
        const max = (count - 1) * step + Math.ceil(width * 0.78) - width
        for (const [at, start] of all.entries())
          expect(slideAt(Math.min(start, max), max, all)).toBe(at)
      },
    ),
  )
})

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['Tab', 1, null],
])('%s on slide %d moves to %s', (key, selected, expected) => {
  expect(slideOfKey(key, selected, starts.length)).toBe(expected)
})

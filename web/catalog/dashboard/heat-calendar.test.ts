import { expect, test } from 'vitest'
import { weeksThatFit } from './heat-calendar.tsx'

test.each([
  ['a wide screen shows a year', 1200, false, 53],
  ['a tablet half of it', 680, false, 33],
  ['a phone as many as a finger can tell apart', 340, true, 10],
  ['the narrowest still some', 150, true, 6],
])('%s', (_, width, isCoarse, weeks) => {
  expect(weeksThatFit(width, isCoarse)).toBe(weeks)
})

import { expect, test } from 'vitest'
import { pageButtons } from './pagination.tsx'

test.each([
  [0, 1, [0]],
  [0, 4, [0, 1, 2, 3]],
  [0, 9, [0, 1, null, 8]],
  [4, 9, [0, null, 3, 4, 5, null, 8]],
  [3, 9, [0, 1, 2, 3, 4, null, 8]],
  [8, 9, [0, null, 7, 8]],
])('page %i of %i gets the buttons %j', (page, total, buttons) => {
  expect(pageButtons(page, total)).toEqual(buttons)
})

import { expect, test } from 'vitest'
import { pictureAfterKey, thumbnailsAround } from './gallery.tsx'

test.each([
  [0, 0, []],
  [0, 1, [0]],
  [2, 3, [0, 1, 2]],
  [0, 9, [0, 1, 2, 3]],
  [1, 9, [0, 1, 2, 3]],
  [4, 9, [3, 4, 5, 6]],
  [8, 9, [5, 6, 7, 8]],
])(
  'picture %i of %i gets at most four thumbnails, its own among them',
  { tags: ['product-page.gallery'] },
  (shown, count, thumbnails) => {
    expect(thumbnailsAround(shown, count)).toEqual(thumbnails)
  },
)

test.each([
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 0],
  [0, 'ArrowLeft', 2],
  [2, 'Home', 0],
  [0, 'End', 2],
  [1, 'a', null],
])('from picture %i of three, %s moves to %s', (shown, key, next) => {
  expect(pictureAfterKey(shown, 3, key)).toBe(next)
})

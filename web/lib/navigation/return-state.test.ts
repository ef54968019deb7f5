import { expect, test } from 'vitest'
import { listReturn, oneStepFurther, readListReturn } from './return-state.ts'

test('the way back counts the history entries added since the list', () => {
  const back = oneStepFurther(oneStepFurther(listReturn('?page=3')))
  expect(readListReturn(back)).toEqual({ listSearch: '?page=3', stepsBack: 3 })
})

test.each([
  null,
  undefined,
  'x',
  {},
  { listSearch: 3, stepsBack: 1 },
  { listSearch: '', stepsBack: 'x' },
])('a store not opened from the list has no way back to it: %j', (state) => {
  expect(readListReturn(state)).toBeNull()
  expect(oneStepFurther(readListReturn(state))).toBeNull()
})

import { expect, test } from 'vitest'
import { listReturn, oneStepFurther, readListReturn, textInState } from './return-state.ts'

test('the way back counts the history entries added since the list', () => {
  const back = oneStepFurther(oneStepFurther(listReturn('?page=3', 3)))
  expect(readListReturn(back)).toEqual({ listSearch: '?page=3', stepsBack: 3, listPage: 3 })
})

test.each([undefined, -1, 1.5, '2'])('an invalid page of the list is ignored: %j', (page) => {
  const state = { ...listReturn('?page=3'), listPage: page }
  expect(readListReturn(state)).toEqual({ listSearch: '?page=3', stepsBack: 1 })
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

test.each([
  [{ sentTo: 'a@b.test' }, 'a@b.test'],
  [{ sentTo: null }, null],
  [{ sentTo: 7 }, null],
  [{ token: 'x' }, null],
  ['a@b.test', null],
  [null, null],
])('the history state %j holds the text %j', (state, text) => {
  expect(textInState(state, 'sentTo')).toBe(text)
})

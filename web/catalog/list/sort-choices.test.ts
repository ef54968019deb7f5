import { expect, test } from 'vitest'
import { sortAfterClick, sortChoices, sortNameOf, sortNames } from './sort-choices.ts'

test('every choice is recognised in the address', () => {
  expect(sortNames.map((name) => sortNameOf(sortChoices[name]))).toEqual(sortNames)
})

test('the visibleAt order from the address, which no choice names, falls back to newest', () => {
  expect(sortNameOf({ by: 'visibleAt', direction: 'ASC' })).toBe('newest')
})

test('a column sorts in its useful direction first and reverses on the second click', () => {
  expect(sortAfterClick({ by: 'foundAt', direction: 'DESC' }, 'name')).toEqual({
    by: 'name',
    direction: 'ASC',
  })
  expect(sortAfterClick({ by: 'name', direction: 'ASC' }, 'name')).toEqual({
    by: 'name',
    direction: 'DESC',
  })
  expect(sortAfterClick({ by: 'name', direction: 'ASC' }, 'productCount').direction).toBe('DESC')
})

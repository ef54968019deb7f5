import { expect, test } from 'vitest'
import { sortAfterClick, sortChoices, sortNameOf, sortNames } from './sort-choices.ts'

test('every choice is recognised in the address', () => {
  expect(sortNames.map((name) => sortNameOf(sortChoices[name]))).toEqual(sortNames)
})

test('the order “latest first” of the address that no choice names falls back to the newest', () => {
  expect(sortNameOf({ by: 'visibleAt', direction: 'ASC' })).toBe('newest')
})

test('a column starts with its useful end and turns round at the second click', () => {
  expect(sortAfterClick({ by: 'foundAt', direction: 'DESC' }, 'name')).toEqual({
    by: 'name',
    direction: 'ASC',
  })
  expect(sortAfterClick({ by: 'name', direction: 'ASC' }, 'name')).toEqual({ by: 'name', direction: 'DESC' })
  expect(sortAfterClick({ by: 'name', direction: 'ASC' }, 'productCount').direction).toBe('DESC')
})

import { expect, test } from 'vitest'
import { type FilterChoice, writeChoice } from '#contracts/catalog/store-filters.ts'
import { readValidChoice, stateOf, toggleValue, typedRange, withTyped } from './filter-choice.ts'

const press = (before: string, value: string, state: 'include' | 'exclude') =>
  writeChoice(toggleValue(readValidChoice('country', before), value, state))

test.each([
  ['', 'DE', 'include', 'DE'],
  ['DE', 'DE', 'include', ''],
  ['DE', 'DE', 'exclude', '-DE'],
  ['-DE', 'DE', 'exclude', ''],
  ['-DE', 'DE', 'include', 'DE'],
  ['DE,-US', 'FR', 'include', 'DE,FR,-US'],
  ['DE', 'unknown', 'include', 'DE,unknown'],
  ['DE,unknown', 'unknown', 'include', 'DE'],
  ['DE,unknown', 'DE', 'include', 'unknown'],
] as const)('from “%s”, pressing %s (%s) gives “%s”', (before, value, state, after) => {
  expect(press(before, value, state)).toBe(after)
})

test('each value is in one of three states', () => {
  const choice = readValidChoice('country', 'DE,-US,unknown')
  expect(['DE', 'US', 'FR', 'unknown'].map((value) => stateOf(choice, value))).toEqual([
    'include',
    'exclude',
    'neither',
    'include',
  ])
})

test.each([
  ['', null],
  ['10..49', null],
  ['5..8', [5, 8]],
  ['10..49,300..', [300, null]],
  ['5..8,300..', null],
])('a single span outside the bands counts as the typed one: “%s”', (asked, span) => {
  expect(typedRange('products', readValidChoice('products', asked))).toEqual(span)
})

test('a typed span replaces the other included spans, and unknown stays', () => {
  const before: FilterChoice = { include: ['10..49'], exclude: ['0..0'], unknown: true }
  expect(writeChoice(withTyped(before, '5..8'))).toBe('5..8,-0..0,unknown')
  expect(writeChoice(withTyped(before, null))).toBe('-0..0,unknown')
})

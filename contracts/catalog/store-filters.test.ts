import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filterKeys,
  filterValue,
  readChoice,
  readChoices,
  readDays,
  readSpan,
  storeFilters,
  writeChoice,
} from './store-filters.ts'

test.each([
  ['country', 'DE,FR', { include: ['DE', 'FR'], exclude: [], unknown: false }],
  ['country', 'DE,-US,unknown', { include: ['DE'], exclude: ['US'], unknown: true }],
  ['country', '', { include: [], exclude: [], unknown: false }],
  ['country', '-unknown', null],
  ['category', 'pets,-food_drink', { include: ['pets'], exclude: ['food_drink'], unknown: false }],
  ['category', 'hats', null],
  ['apps', 'any,-klaviyo', { include: ['any'], exclude: ['klaviyo'], unknown: false }],
  ['email', 'yes,unknown', { include: ['yes'], exclude: [], unknown: true }],
  ['email', 'maybe', null],
  ['products', '10..49,250..', { include: ['10..49', '250..'], exclude: [], unknown: false }],
  ['products', '-..9', { include: [], exclude: ['..9'], unknown: false }],
  ['products', '9..1', null],
  ['products', '-5', null],
  [
    'launched',
    '2026-11-01..2026-11-20',
    { include: ['2026-11-01..2026-11-20'], exclude: [], unknown: false },
  ],
  ['launched', '2026-02-30', null],
  ['q', 'shoes, red -unknown', { include: ['shoes, red -unknown'], exclude: [], unknown: false }],
] as const)('%s=%s reads as %o', (key, text, choice) => {
  expect(readChoice(key, text)).toEqual(choice)
})

test('a choice written into an address reads back unchanged', () => {
  const value = fc
    .string({ minLength: 1 })
    .map(filterValue)
    .filter((text) => text !== '')
  const choice = fc.record({
    include: fc.uniqueArray(value, { maxLength: 5 }),
    exclude: fc.uniqueArray(value, { maxLength: 5 }),
    unknown: fc.boolean(),
  })
  fc.assert(
    fc.property(choice, (choice) => {
      expect(readChoice('theme', writeChoice(choice))).toEqual(choice)
    }),
  )
})

test.each([
  ['Dawn', 'Dawn'],
  [' Dawn,\nby us ', 'Dawn by us'],
  ['- -minus', 'minus'],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  [`${'x'.repeat(99)}\u{1f600}y`, `${'x'.repeat(99)}\u{1f600}`],
  ['unknown', 'unknown.'],
  ['any', 'any.'],
  ['none', 'none.'],
  [' , ', ''],
])('the typed value %j becomes %j, which then stays the same', (text, value) => {
  expect([filterValue(text), filterValue(value)]).toEqual([value, value])
})

test('no text makes the reader throw; it returns a choice or null', () => {
  fc.assert(
    fc.property(fc.constantFrom(...filterKeys), fc.string(), (key, text) => {
      const choice = readChoice(key, text)
      expect(choice === null || typeof choice.unknown === 'boolean').toBe(true)
      expect(() => [readSpan(text), readDays(text), readChoices({ [key]: text })]).not.toThrow()
    }),
  )
})

test('the bands of a range filter follow each other without gap or overlap', () => {
  for (const key of filterKeys) {
    const filter = storeFilters[key]
    if (filter.kind !== 'range') continue
    const ends = filter.bands.map(([least, most]) => [least, most])
    for (const [at, [least]] of ends.entries()) {
      const before = ends[at - 1]
      expect({ key, least }).toEqual({ key, least: before ? Number(before[1]) + 1 : 0 })
    }
  }
})

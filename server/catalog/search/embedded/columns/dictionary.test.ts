import { expect, test } from 'vitest'
import { createDictionary } from './columns.ts'

test('values keep their codes and labels across any number of maps', () => {
  const dictionary = createDictionary(4)
  const values = Array.from({ length: 30 }, (_, at) => `value ${at}`)
  const codes = values.map((value) => dictionary.codeOf(value, value.toUpperCase()))
  expect(codes).toEqual(values.map((_, at) => at + 1))
  expect(values.map((value) => dictionary.codeOf(value))).toEqual(codes)
  expect(values.map(dictionary.find)).toEqual(codes)
  expect(codes.map(dictionary.valueAt)).toEqual(values)
  expect(dictionary.labelAt(7)).toBe('VALUE 6')
  expect(dictionary.find('other')).toBeUndefined()
  expect(dictionary.size()).toBe(31)
})

import { expect, test } from 'vitest'
import { names, toStore } from './store-rows.ts'

test('each value of a read row gets the name of its expression', () => {
  expect(toStore(names)).toEqual(Object.fromEntries(names.map((name) => [name, name])))
})

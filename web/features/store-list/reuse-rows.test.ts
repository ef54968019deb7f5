import { expect, test } from 'vitest'
import type { StoreSummary } from '#contracts/stores.ts'
import { reuseRows } from './reuse-rows.ts'

// Safe: only these fields are looked at here.
const store = (id: number, name: string) => ({ id, name, apps: [{ name: 'Reviews' }] }) as StoreSummary

test('a store that the rows before told of in the same words keeps its object, wherever it stands now', () => {
  const before = [store(1, 'Lamp'), store(2, 'Moon'), store(3, 'Kite')]
  const after = reuseRows(before, [store(3, 'Kite'), store(4, 'New'), store(1, 'Lamp Ltd')])
  expect(after.map(({ name }) => name)).toEqual(['Kite', 'New', 'Lamp Ltd'])
  expect(after.map((row) => before.includes(row))).toEqual([true, false, false])
})

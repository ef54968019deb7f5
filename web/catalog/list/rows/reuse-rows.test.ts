import { expect, test } from 'vitest'
import type { StoreSummary } from '#contracts/stores/stores.ts'
import { reuseRows } from './pending-rows.ts'

// Safe: only these fields are looked at here.
const store = (id: number, name: string) => ({ id, name, apps: [{ name: 'Reviews' }] }) as StoreSummary

test('a store unchanged since the previous rows keeps its object, even in another position', () => {
  const before = [store(1, 'Lamp'), store(2, 'Moon'), store(3, 'Kite')]
  const after = reuseRows(before, [store(3, 'Kite'), store(4, 'New'), store(1, 'Lamp Ltd')])
  expect(after.map(({ name }) => name)).toEqual(['Kite', 'New', 'Lamp Ltd'])
  expect(after.map((row) => before.includes(row))).toEqual([true, false, false])
})

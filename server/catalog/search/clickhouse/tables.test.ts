import { expect, test } from 'vitest'
import { createTables, SCHEMA_VERSION, versionOf } from './tables.ts'

test('tables that differ by a column have another version, which fits into the database', () => {
  const statements = createTables('d', 1)
  const others = statements.map((text) => text.replace(' Nullable(Int32)', ' Nullable(Int64)'))
  expect(others).not.toEqual(statements)
  expect(versionOf(others)).not.toBe(versionOf(statements))
  expect(versionOf(statements)).toBe(versionOf([...statements]))
  for (const version of [SCHEMA_VERSION, versionOf(others)]) {
    expect(version).toBeGreaterThan(0)
    expect(version).toBeLessThan(2 ** 31)
  }
})

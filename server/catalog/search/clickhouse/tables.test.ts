import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTables, SCHEMA_VERSION } from './tables.ts'

test('tables that differ have another schema version', () => {
  const statements = [{ database: 'd' }, { database: 'd', cluster: 'c' }].flatMap((placement) =>
    createTables(placement, 1),
  )
  const fingerprint = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)
  // It failed? Raise SCHEMA_VERSION and write down the new pair: servers then load new tables
  // instead of asking old ones.
  expect({ SCHEMA_VERSION, fingerprint }).toEqual({
    SCHEMA_VERSION: 5,
    fingerprint: '5f4f0972a72d53be',
  })
})

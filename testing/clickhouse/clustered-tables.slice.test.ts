import { expect, test } from 'vitest'
import { connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import {
  createStateTable,
  createTables,
  dropTables,
} from '#server/catalog/search/clickhouse/tables.ts'

const placement = { database: 'clustered', cluster: 'main' }

test('ClickHouse parses every statement for the tables of a cluster', async () => {
  await using clickHouse = connectClickHouse(process.env['TEST_CLICKHOUSE_URL'] ?? '')
  const parse = (statement: string) => clickHouse.run(`explain ast ${statement}`)
  for (const statement of [
    ...createStateTable(placement),
    ...createTables(placement, 1),
    ...dropTables(placement, 1),
  ])
    await parse(statement)
  await expect(parse('create table misspelt on clutser')).rejects.toThrow('Syntax error')
})

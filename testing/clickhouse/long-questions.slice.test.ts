import { expect, test } from 'vitest'
import { connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { startClickHouse } from './start-clickhouse.ts'

/** Some 180 blocks: with a second of rest before each, it is given up after ten. */
const ROWS = 12_000_000

test('a long question ends while short ones follow each other without a pause', async () => {
  await using server = await startClickHouse()
  if (!server) throw new Error('no ClickHouse')
  await using clickHouse = connectClickHouse(server.url)
  await clickHouse.run('create database long')
  await clickHouse.run('create table long.rows (id UInt64) engine = MergeTree order by id')
  await clickHouse.run(`insert into long.rows select number from numbers(${ROWS})`)
  let isAsking = true
  const askShortly = async (seconds: number) => {
    while (isAsking) await clickHouse.select(`select sleep(${seconds})`)
  }
  // Of different lengths, so that one of them always runs.
  const short = [0.21, 0.27, 0.34, 0.4].map(askShortly)
  const asked = clickHouse.long.stores.select('select sum(id) from long.rows')
  await asked.finally(async () => {
    isAsking = false
    await Promise.all(short)
  })
  expect((await asked).flat().map(Number)).toEqual([(ROWS * (ROWS - 1)) / 2])
})

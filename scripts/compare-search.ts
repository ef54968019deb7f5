/**
 * Compares every store, trend and title in ClickHouse with the database: `node
 * scripts/compare-search.ts`. Ends with 1 if anything differs. On a running product, changes that
 * ClickHouse has not followed yet count as differences.
 */
import { connectSearch } from '#server/catalog/search/open-search.ts'
import { compareSearch } from '#scripts/search/compare.ts'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { createLog } from '#server/platform/log.ts'

const config = readConfig({ defaults: { LOG_LEVEL: 'warn' } })
const server = connectSearch(config)
if (!server) throw new Error('SEARCH_URL is not set: the embedded engine stores nothing to compare')
const database = await openDatabase(config, createLog({ LOG_LEVEL: 'warn' }))
try {
  const { generation } = await database.db
    .selectFrom('change_followers')
    .select('generation')
    .where('name', '=', FOLLOWER)
    .executeTakeFirstOrThrow()
  let count = 0
  for await (const difference of compareSearch({ db: database.db, ...server, generation })) {
    count++
    process.stdout.write(`${JSON.stringify(difference)}\n`)
  }
  process.stdout.write(`${count} differences\n`)
  process.exitCode = count === 0 ? 0 : 1
} finally {
  await database.close()
  await server.clickHouse[Symbol.asyncDispose]()
}

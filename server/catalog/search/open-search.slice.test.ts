import { beforeAll, expect, test } from 'vitest'
import { insertStores } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { SCHEMA_VERSION } from './clickhouse/tables.ts'
import { openSearch } from './open-search.ts'
import { EVERYTHING } from './search.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  await insertStores(ctx.db, [{}, {}])
})

const open = (settings: object) =>
  openSearch({ config: { ...ctx.config, ...settings }, db: ctx.db })

test('more stores than a process may keep in memory end the start with the name of the setting that helps', async () => {
  await expect(open({ SEARCH_EMBEDDED_MAX: 1 })).rejects.toThrow(/more than 1 stores.*SEARCH_URL/)
  await using search = await open({ SEARCH_EMBEDDED_MAX: 2 })
  expect((await search.storeSearch.find(EVERYTHING)).total).toBe(2)
})

test('with ClickHouse the product starts with any number of stores, and refuses lists until ClickHouse has them', async () => {
  await using search = await open({
    SEARCH_EMBEDDED_MAX: 1,
    SEARCH_URL: 'http://127.0.0.1:9/nobody',
  })
  await expect(search.storeSearch.changeToken()).rejects.toMatchObject({
    code: 'search_unavailable',
  })
})

test('the product does not read tables of another release, and refuses lists until it has its own', async () => {
  const other = { schema: SCHEMA_VERSION - 1, position: 10 ** 9, followed_at: ctx.now() }
  await ctx.db
    .insertInto('change_followers')
    .values({ name: `clickhouse-${other.schema}`, ...other })
    .execute()
  await using search = await open({ SEARCH_URL: 'http://127.0.0.1:9/nobody' })
  const cause = { message: 'ClickHouse does not have the stores yet' }
  await expect(search.storeSearch.changeToken()).rejects.toMatchObject({
    code: 'search_unavailable',
    cause,
  })
})

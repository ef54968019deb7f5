import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addDays, type Day, HOUR_MS } from '#contracts/dates.ts'
import { toClusterId } from '#contracts/ids.ts'
import { readFeedState } from '#server/catalog/search/change-feed.ts'
import { connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { createFollower } from '#server/catalog/search/clickhouse/follow-changes.ts'
import {
  FOLLOWER,
  LOADER,
  readGenerations,
  saveGeneration,
} from '#server/catalog/search/clickhouse/generations.ts'
import {
  createStateTable,
  createTables,
  SCHEMA_VERSION,
  tableName,
} from '#server/catalog/search/clickhouse/tables.ts'
import { openSearch } from '#server/catalog/search/open-search.ts'
import { createLease, LEASE_TAKEN_WAIT_MS } from '#server/platform/locks.ts'
import {
  emptyTables,
  insertProduct,
  insertStore,
  insertStores,
  insertTrend,
  listingOf,
  removeStore,
} from '#testing/factories.ts'
import { differencesIn } from '#testing/clickhouse/search-differences.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'

const DAYS = 4
/** The days are of two months. */
const FIRST: Day = '2026-02-27'
const EVERYTHING = { days: null, scope: 'all', choices: {} } as const
const LONGER_THAN_A_LEASE_MS = 70_000

async function insertTrends({ db }: TestContext): Promise<void> {
  for (let day = 0; day < DAYS; day++) {
    const product = await insertProduct(db, await insertStore(db), { title: `Lamp ${day}` })
    await insertTrend(db, product, addDays(FIRST, day))
  }
}

/** A database of its own, and ClickHouse without the search that the other tests share. */
async function startTest() {
  const ctx = await createTestContext({ config: { SEARCH_URL: undefined } })
  const url = process.env['TEST_CLICKHOUSE_URL'] ?? ''
  const clickHouse = connectClickHouse(url)
  onTestFinished(async () => {
    await clickHouse[Symbol.asyncDispose]()
    await ctx[Symbol.asyncDispose]()
  })
  /** The only worker. */
  const createOnly = (database: string, insert = clickHouse.insert) =>
    createFollower({
      ...ctx,
      clickHouse: { ...clickHouse, insert },
      database,
      isHolder: async () => true,
    })
  return { ctx, db: ctx.db, url, clickHouse, createOnly }
}

const readFollowed = ({ db }: TestContext) =>
  db
    .selectFrom('change_followers')
    .select(['name', 'position', 'generation'])
    .where('name', '=', FOLLOWER)
    .execute()

test('a worker whose load outlasts its lease leaves the rest to the one that took over, and undoes nothing', async () => {
  const { ctx, clickHouse } = await startTest()
  const database = 'two_followers'
  await insertTrends(ctx)
  const followerOf = (name: string, insert = clickHouse.insert) => {
    const lease = createLease(ctx, 'search-follower', name)
    return createFollower({
      ...ctx,
      clickHouse: { ...clickHouse, insert },
      database,
      isHolder: lease.hold,
    })
  }
  const other = followerOf('other')
  let rowsOfSlow = 0
  let taken: unknown
  const slow = followerOf('slow', async (table, rows) => {
    await clickHouse.insert(table, rows)
    if (!table.includes('trends') || ++rowsOfSlow !== 2) return
    // In the middle of its load this worker stops for longer than its lease.
    ctx.clock.advance(LONGER_THAN_A_LEASE_MS)
    await insertStores(ctx.db, [{}, {}])
    while ((await other()) === 0);
    taken = await readFollowed(ctx)
  })
  expect(await slow()).toBe(LEASE_TAKEN_WAIT_MS)
  expect(rowsOfSlow).toBe(2)
  expect(await readFollowed(ctx)).toEqual(taken)
  expect(await readGenerations({ clickHouse, database })).toMatchObject([
    { generation: 1, is_complete: true },
  ])
  expect(await differencesIn({ db: ctx.db, clickHouse, database, generation: 1 })).toEqual([])
})

test("a worker that regains its lease continues after the other worker's last write", async () => {
  const { ctx, clickHouse } = await startTest()
  const database = 'lease_back'
  const [one, other] = ['one', 'other'].map((name) =>
    createFollower({
      ...ctx,
      clickHouse,
      database,
      isHolder: createLease(ctx, 'search-follower', name).hold,
    }),
  )
  if (!one || !other) throw new Error('two followers')
  while ((await one()) === 0);
  ctx.clock.advance(LONGER_THAN_A_LEASE_MS)
  await insertStores(ctx.db, [{}, {}, {}])
  while ((await other()) === 0);
  const [before] = await readFollowed(ctx)
  ctx.clock.advance(LONGER_THAN_A_LEASE_MS)
  while ((await one()) === 0);
  expect(await readFollowed(ctx)).toEqual([before])
})

test('a worker that finds nothing to write, or is in the middle of a load, notes that it follows', async () => {
  const { ctx, clickHouse, createOnly } = await startTest()
  await insertTrends(ctx)
  const notes: unknown[] = []
  const insert: typeof clickHouse.insert = async (table, rows) => {
    await clickHouse.insert(table, rows)
    if (!table.includes('.trends_')) return
    // Of the batch before this one.
    notes.push(await readTimes(ctx))
    ctx.clock.advance(HOUR_MS)
  }
  const step = createOnly('notes', insert)
  const begun = ctx.now().getTime()
  while ((await step()) === 0);
  expect(notes).toEqual(
    Array.from({ length: DAYS }, (_, day) => [[LOADER, new Date(begun + day * HOUR_MS)]]),
  )
  ctx.clock.advance(HOUR_MS)
  await step()
  expect(await readTimes(ctx)).toEqual([[FOLLOWER, ctx.now()]])
})

const readTimes = async ({ db }: TestContext) => {
  const rows = await db.selectFrom('change_followers').select(['name', 'followed_at']).execute()
  return rows.map((row) => [row.name, row.followed_at])
}

test('a worker follows a change of more products than fit in an address', async () => {
  const { ctx, clickHouse, createOnly } = await startTest()
  await insertTrends(ctx)
  const database = 'many_clusters'
  const step = createOnly(database)
  while ((await step()) === 0);
  await sql`
    insert into change_outbox (day, clusters)
    select '2026-03-01', array_agg(cluster) from (
      select cluster from product_trends union all select generate_series(10000001, 10120000)) as clusters`.execute(
    ctx.db,
  )
  await ctx.db.updateTable('trend_scores').set({ score: 77 }).execute()
  while ((await step()) === 0);
  const { head } = await readFeedState(ctx.db)
  expect(await readFollowed(ctx)).toMatchObject([{ position: head }])
  expect(await differencesIn({ db: ctx.db, clickHouse, database, generation: 1 })).toEqual([])
})

test('a title leaves with the last trend of its product, also when its store is erased', async () => {
  const { db, clickHouse, createOnly } = await startTest()
  const database = 'titles'
  const step = createOnly(database)
  const titles = tableName(database, 1, 'titles')
  const readTitles = async () => {
    while ((await step()) === 0);
    return (await clickHouse.select(`select title from ${titles} order by title`)).flat()
  }
  const [lamp, kite] = [
    await insertProduct(db, await insertStore(db), { title: 'Lamp' }),
    await insertProduct(db, await insertStore(db), { title: 'Kite' }),
  ]
  for (const day of ['2026-03-01', '2026-03-02'] as const)
    for (const product of [lamp, kite]) await insertTrend(db, product, day)
  expect(await readTitles()).toEqual(['kite', 'lamp'])
  await db.deleteFrom('product_trends').where('day', '=', '2026-03-01').execute()
  expect(await readTitles()).toEqual(['kite', 'lamp'])
  const erased = listingOf(kite).storeId
  for (const table of ['product_trends', 'products'] as const)
    await db.deleteFrom(table).where('store_id', '=', erased).execute()
  await removeStore(db, erased)
  expect(await readTitles()).toEqual(['lamp'])
  await db.deleteFrom('product_trends').execute()
  expect(await readTitles()).toEqual([])
  await clickHouse.insert(titles, [{ store_id: erased, product_id: 7, title: 'kite', version: 1 }])
  expect(await differencesIn({ db, clickHouse, database, generation: 1 })).toEqual([
    { kind: 'title', product: `${erased}-7` },
  ])
})

test('the latest trend of a listing in a month follows what is added, changed and deleted', async () => {
  const { db, clickHouse, createOnly } = await startTest()
  const database = 'months'
  const step = createOnly(database)
  const months = tableName(database, 1, 'trend_months')
  const readMonths = async () => {
    while ((await step()) === 0);
    return clickHouse.select(`select month, toString(day), score from ${months} order by month`)
  }
  const product = await insertProduct(db, await insertStore(db))
  const insert = (day: Day, score: number) =>
    insertTrend(db, product, day, { cluster: toClusterId(70_000), score })
  await insert('2026-02-27', 40)
  await insert('2026-03-01', 50)
  expect(await readMonths()).toEqual([
    [202602, '2026-02-27', 40],
    [202603, '2026-03-01', 50],
  ])
  await insert('2026-02-28', 60)
  await db.updateTable('trend_scores').set({ score: 70 }).where('day', '=', '2026-03-01').execute()
  expect(await readMonths()).toEqual([
    [202602, '2026-02-28', 60],
    [202603, '2026-03-01', 70],
  ])
  const days = ['2026-02-28', '2026-03-01']
  await db.deleteFrom('product_trends').where('day', 'in', days).execute()
  expect(await readMonths()).toEqual([[202602, '2026-02-27', 40]])
  const wrong = { month: 202604, day: '2026-04-01', cluster: 1, store_id: 1, product_id: 1 }
  await clickHouse.insert(months, [{ ...wrong, version: 1 }])
  expect(await differencesIn({ db, clickHouse, database, generation: 1 })).toEqual([
    { kind: 'month', month: 202604 },
  ])
})

test('a new release loads its own tables, and the previous release goes on reading the old ones', async () => {
  const { ctx, url, clickHouse, createOnly } = await startTest()
  const database = 'two_releases'
  const [earlier, name] = [SCHEMA_VERSION - 1, 'clickhouse-earlier']
  for (const statement of [...createStateTable(database), ...createTables(database, 7)])
    await clickHouse.run(statement)
  const row = { name, generation: 7, schema: earlier, position: 0, followed_at: ctx.now() }
  await ctx.db.insertInto('change_followers').values(row).execute()
  const state = { generation: 7, schema: earlier, position: 0, loaded_stores: 0, loaded_days: '' }
  await saveGeneration({ clickHouse, database }, { ...state, is_complete: true })
  await insertStores(ctx.db, [{}, {}])
  const config = { ...ctx.config, SEARCH_URL: `${url}/two_releases` }
  await using search = await openSearch({ config, db: ctx.db })
  await expect(search.storeSearch.changeToken()).rejects.toMatchObject({
    code: 'search_unavailable',
  })
  const step = createOnly(database)
  while ((await step()) === 0);
  expect((await search.storeSearch.find(EVERYTHING)).total).toBe(2)
  expect(await readFollowed(ctx)).toMatchObject([{ generation: 8 }])
  const kept = await ctx.db
    .selectFrom('change_followers')
    .selectAll()
    .where('name', '=', name)
    .execute()
  expect(kept).toEqual([row])
  expect(
    await clickHouse.select(`select count() from ${tableName(database, 7, 'stores')}`),
  ).toHaveLength(1)
})

test('after ClickHouse loses its data the product refuses lists and loads it again', async () => {
  const { ctx, url, clickHouse, createOnly } = await startTest()
  await insertStores(ctx.db, [{}, {}])
  const step = createOnly('lost')
  while ((await step()) === 0);
  await clickHouse.run('drop database lost sync')
  const config = { ...ctx.config, SEARCH_URL: `${url}/lost` }
  await using search = await openSearch({ config, db: ctx.db })
  await expect(search.storeSearch.find(EVERYTHING)).rejects.toMatchObject({
    code: 'search_unavailable',
  })
  // The follower looks at its tables now and then.
  ctx.clock.advance(LONGER_THAN_A_LEASE_MS)
  while ((await step()) === 0);
  expect((await search.storeSearch.find(EVERYTHING)).total).toBe(2)
  expect(await readFollowed(ctx)).toMatchObject([{ generation: 2 }])
})

test('a second load that was interrupted resumes where it stopped', async () => {
  const { ctx, clickHouse, createOnly } = await startTest()
  const database = 'cut_again'
  await insertTrends(ctx)
  let written: string[] = []
  let isCut = false
  const insert: typeof clickHouse.insert = async (table, rows) => {
    if (isCut && table.includes('.trends_')) throw new Error('cut off')
    await clickHouse.insert(table, rows)
    written.push(table)
  }
  const first = createOnly(database, insert)
  while ((await first()) === 0);
  // Changes that ClickHouse has not read are gone: everything is loaded again.
  await insertStores(ctx.db, [{}])
  const { head } = await readFeedState(ctx.db)
  await emptyTables(ctx, 'change_feed')
  await ctx.db.updateTable('change_feed_state').set({ pruned_to: head }).execute()
  isCut = true
  await expect(first()).rejects.toThrow('cut off')
  isCut = false
  written = []
  const second = createOnly(database, insert)
  while ((await second()) === 0);
  expect(await readFollowed(ctx)).toMatchObject([{ generation: 2, position: head }])
  // The stores had been written before the cut.
  expect(written).toContain('cut_again.trends_2')
  expect(written).not.toContain('cut_again.stores_2')
  expect(await differencesIn({ db: ctx.db, clickHouse, database, generation: 2 })).toEqual([])
})

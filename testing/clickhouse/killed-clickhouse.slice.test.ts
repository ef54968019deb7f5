import { setTimeout as sleep } from 'node:timers/promises'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { readFeedState } from '#server/catalog/search/change-feed.ts'
import { connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { createFollower } from '#server/catalog/search/clickhouse/follow-changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import { openSearch, startSearchFollower } from '#server/catalog/search/open-search.ts'
import {
  changeStore,
  insertProduct,
  insertStores,
  insertTrend,
  removeStore,
} from '#testing/factories.ts'
import { createRandom, pick, type Random } from '#testing/random.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { differencesIn } from '#testing/clickhouse/search-differences.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { createTestLog } from '#testing/test-log.ts'
import { startClickHouse } from './start-clickhouse.ts'

const ROUNDS = 4
const EVERYTHING = { days: null, scope: 'all', choices: {} } as const

async function startServer(folder?: string, port?: number) {
  const server = await startClickHouse(folder, port)
  if (!server) throw new Error('no ClickHouse')
  return server
}

/** Adds, changes and removes stores and trends, as a worker would. */
async function changeStores({ db }: TestContext, random: Random, ids: StoreId[]): Promise<void> {
  ids.push(
    ...(await insertStores(db, [{ country: 'DE' }, { theme_name: 'Dawn' }, { status: 'CLOSED' }])),
  )
  const store = pick(random, ids)
  const product = await insertProduct(db, store, { title: `Lamp ${ids.length}` })
  await insertTrend(db, product, addDays('2026-02-25', ids.length % 9))
  const changed = pick(random, ids)
  await changeStore(db, changed, {
    country: pick(random, ['FR', 'TR', null]),
    name: `Shop ${ids.length}`,
  })
  const removed = pick(random, ids)
  ids.splice(ids.indexOf(removed), 1)
  for (const table of ['product_trends', 'products'] as const)
    await db.deleteFrom(table).where('store_id', '=', removed).execute()
  await removeStore(db, removed)
  await sql`update trend_scores set score = 25 + (score + 7) % 70 where day = '2026-03-04'`.execute(
    db,
  )
}

async function hasFollowed({ db }: TestContext): Promise<void> {
  const { head } = await readFeedState(db)
  const position = async () =>
    (
      await db
        .selectFrom('change_followers')
        .select('position')
        .where('name', '=', FOLLOWER)
        .executeTakeFirst()
    )?.position ?? -1
  while ((await position()) < head) await sleep(50)
}

/**
 * The generation of tables that answers now: a follower that finds its tables lost fills new ones.
 */
async function readServing(db: Db): Promise<number> {
  const { generation } = await db
    .selectFrom('change_followers')
    .select('generation')
    .where('name', '=', FOLLOWER)
    .executeTakeFirstOrThrow()
  return generation
}

test('a ClickHouse killed during a write and a follower that starts over lose and repeat nothing', async () => {
  const folder = await createTempFolder('storedawn-killed-')
  let server = await startServer(folder)
  const port = Number(new URL(server.url).port)
  await using ctx = await createTestContext({ config: { SEARCH_URL: undefined } })
  const config = { ...ctx.config, SEARCH_URL: `${server.url}/killed` }
  // Failures of the follower are expected here.
  const following = { ...ctx, config, log: createTestLog().log }
  let follower = startSearchFollower(following)
  const random = createRandom(1_117)
  const ids: StoreId[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < 12; turn++) {
      await changeStores(ctx, random, ids)
      if (turn === 6) await server.kill()
      if (turn === 9) server = await startServer(folder, port)
    }
    if (round % 2 === 0) continue
    await follower.stop()
    follower = startSearchFollower(following)
  }
  await hasFollowed(ctx)
  await using clickHouse = connectClickHouse(server.url)
  const generation = await readServing(ctx.db)
  const asked = { db: ctx.db, clickHouse, database: 'killed', generation }
  expect(await differencesIn(asked)).toEqual([])
  await using search = await openSearch({ config, db: ctx.db })
  const match = await search.storeSearch.find(EVERYTHING)
  expect([match.total, match.asOf]).toEqual([ids.length, null])
  await follower.stop()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('a load that is cut off after any of its writes continues, and changes meanwhile are not lost', async () => {
  await using server = await startServer()
  await using ctx = await createTestContext({ config: { SEARCH_URL: undefined } })
  await using clickHouse = connectClickHouse(server.url)
  const random = createRandom(2_604)
  const ids: StoreId[] = []
  for (let turn = 0; turn < 6; turn++) await changeStores(ctx, random, ids)
  const database = 'cut'
  const isServing = async () =>
    (await ctx.db.selectFrom('change_followers').selectAll().execute()).map(({ name }) => name)
  for (let cuts = 0; !(await isServing()).includes(FOLLOWER); cuts++) {
    let left = cuts
    const untilCut = async (write: () => Promise<void>) => {
      if (left-- === 0) throw new Error('cut off')
      await write()
    }
    const step = createFollower({
      ...ctx,
      clickHouse: {
        ...clickHouse,
        insert: (table, rows) => untilCut(() => clickHouse.insert(table, rows)),
        run: (statement, values) => untilCut(() => clickHouse.run(statement, values)),
      },
      database,
      isHolder: async () => true,
    })
    await step().catch((error: Error) => expect(error.message).toBe('cut off'))
    await changeStores(ctx, random, ids)
  }
  const step = createFollower({ ...ctx, clickHouse, database, isHolder: async () => true })
  while ((await step()) === 0);
  const generation = await readServing(ctx.db)
  expect(await differencesIn({ db: ctx.db, clickHouse, database, generation })).toEqual([])
})

test('questions get the last whole state and its time while ClickHouse does not follow', async () => {
  await using server = await startServer()
  await using ctx = await createTestContext({ config: { SEARCH_URL: undefined } })
  const config = { ...ctx.config, SEARCH_URL: `${server.url}/behind` }
  await insertStores(ctx.db, [{}, {}])
  const follower = startSearchFollower({ ...ctx, config })
  await hasFollowed(ctx)
  await follower.stop()
  await insertStores(ctx.db, [{}])
  await using search = await openSearch({ config, db: ctx.db })
  const behind = await search.storeSearch.find(EVERYTHING)
  expect(behind.total).toBe(2)
  expect(behind.asOf).toBeInstanceOf(Date)
  const again = startSearchFollower({ ...ctx, config })
  await hasFollowed(ctx)
  const whole = await search.storeSearch.find(EVERYTHING)
  expect([whole.total, whole.asOf]).toEqual([3, null])
  await again.stop()
})

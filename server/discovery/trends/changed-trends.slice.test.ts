import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays, DAY_MS, dayOf, type Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { scoreTrend } from '#discovery/trend/score-trend.ts'
import { savePlaces } from '#server/discovery/catalogue/catalogue-figures.ts'
import type { ProductChangeKind } from '#contracts/catalog/timeline.ts'
import { changeStore, insertProduct, insertStore, removeStore } from '#testing/factories.ts'
import { createRandom, pick, type Random, whole } from '#testing/random.ts'
import { computeTrendsStep } from './compute-trends.ts'
import { countTrends, isListedOn } from './count-trends.ts'
import { queueInvalidated } from './trend-queue.ts'
import { useDiscovery } from '#testing/discovery/discovery-harness.ts'
import { settleTrends } from '#testing/discovery/settle-stages.ts'

const DAYS = 48
const STORES = 30
const ROUNDS = 3
const CHANGES_PER_ROUND = 12
const [FIRST_CLUSTER, SECOND_CLUSTER] = [1 as ClusterId, 2 as ClusterId]
const CLUSTERS = [FIRST_CLUSTER, SECOND_CLUSTER]
const KINDS: ProductChangeKind[] = ['sold_out', 'restocked', 'price_up', 'price_down', 'added']

const ctx = useDiscovery()
beforeEach(async () => {
  ctx.clock.set('2026-03-10T12:00:00Z')
  for (const id of CLUSTERS)
    await ctx.db.insertInto('product_clusters').values({ id, leader: '{}' }).execute()
})

async function settleWithEvents(): Promise<void> {
  await settleTrends(ctx)
  ctx.clock.advance(6 * 60_000)
  await settleTrends(ctx)
}

const today = () => dayOf(ctx.now())

type StoredDay = { scores: unknown[]; listings: string[] }

async function readDay(day: Day): Promise<StoredDay> {
  const scores = await ctx.db
    .selectFrom('trend_scores')
    .select(['cluster', 'stores', 'score', 'badge', 'components', 'is_trending'])
    .where('day', '=', day)
    .orderBy('cluster')
    .execute()
  const listings = await ctx.db
    .selectFrom('product_trends')
    .selectAll()
    .where('day', '=', day)
    .execute()
  return {
    scores,
    listings: listings
      .map(({ cluster, store_id, product_id }) => `${cluster} ${store_id} ${product_id}`)
      .toSorted(),
  }
}

async function computeFromScratch(day: Day): Promise<StoredDay> {
  const scores = (await countTrends(ctx.db, day)).map(({ cluster, counts }) => {
    const { isTrending, score, badge, components } = scoreTrend(counts)
    return { cluster, stores: counts.stores, score, badge, components, is_trending: isTrending }
  })
  const trending = scores.flatMap(({ cluster, is_trending }) => (is_trending ? [cluster] : []))
  if (trending.length === 0) return { scores, listings: [] }
  const { rows } = await sql<{ cluster: ClusterId; store_id: StoreId; product_id: number }>`
    select p.cluster, p.store_id, p.product_id from products p join stores s on s.id = p.store_id
    where p.cluster = any(${trending}::bigint[]) and ${isListedOn(day)}`.execute(ctx.db)
  return {
    scores,
    listings: rows.map((row) => `${row.cluster} ${row.store_id} ${row.product_id}`).toSorted(),
  }
}

const allDays = () => Array.from({ length: DAYS }, (_, back) => addDays(today(), -back))

/** @returns how many scores were compared */
async function expectAgreement(days: Day[], round: string): Promise<number> {
  let compared = 0
  for (const day of days) {
    const [stored, computed] = [await readDay(day), await computeFromScratch(day)]
    expect(stored, `${round}, ${day}`).toEqual(computed)
    compared += computed.scores.length
  }
  return compared
}

type Picked = { store_id: StoreId; product_id: number }

async function pickStore(random: Random): Promise<StoreId> {
  const rows = await ctx.db.selectFrom('stores').select('id').orderBy('id').execute()
  return pick(random, rows).id
}

async function pickProduct(random: Random): Promise<Picked | null> {
  const rows = await ctx.db
    .selectFrom('products')
    .select(['store_id', 'product_id'])
    .orderBy('store_id')
    .orderBy('product_id')
    .execute()
  return rows.length === 0 ? null : pick(random, rows)
}

const update = ({ store_id, product_id }: Picked, values: object) =>
  ctx.db
    .updateTable('products')
    .set(values)
    .where('store_id', '=', store_id)
    .where('product_id', '=', product_id)
    .execute()

const moment = (random: Random): Date =>
  new Date(ctx.now().getTime() - whole(random, (random() < 0.8 ? 12 : 45) * 24) * (DAY_MS / 24))

async function addStore(random: Random): Promise<void> {
  const storeId = await insertStore(ctx.db, {
    found_at: moment(random),
    launch_status: random() < 0.9 ? 'new' : 'established',
  })
  await list(random, storeId)
}

const list = async (random: Random, storeId: StoreId) =>
  void (await insertProduct(ctx.db, storeId, {
    cluster: random() < 0.9 ? pick(random, CLUSTERS) : null,
    match_due: false,
    created_at: random() < 0.5 ? null : moment(random),
    published_at: null,
    last_seen_at: ctx.now(),
  }))

/** As erasing a store does: its own row first, then all rows that carry its id. */
async function eraseStore(random: Random): Promise<void> {
  const storeId = await pickStore(random)
  await removeStore(ctx.db, storeId)
  for (const table of ['product_changes', 'product_places', 'product_trends', 'products'] as const)
    await ctx.db.deleteFrom(table).where('store_id', '=', storeId).execute()
}

const ofProduct =
  (change: (random: Random, product: Picked) => Promise<unknown>) => async (random: Random) => {
    const product = await pickProduct(random)
    if (product) await change(random, product)
  }

const move = async (random: Random) => {
  const found = moment(random)
  await changeStore(ctx.db, await pickStore(random), { found_at: found, found_day: dayOf(found) })
}

const changeVerdict = async (random: Random) =>
  ctx.db
    .updateTable('stores')
    .set({ launch_status: random() < 0.6 ? 'new' : 'established' })
    .where('id', '=', await pickStore(random))
    .execute()

const CHANGES: ((random: Random) => Promise<unknown>)[] = [
  addStore,
  addStore,
  addStore,
  async (random) => list(random, await pickStore(random)),
  ofProduct((random, product) =>
    update(product, { cluster: random() < 0.9 ? pick(random, CLUSTERS) : null }),
  ),
  ofProduct((_, product) => update(product, { removed_at: ctx.now() })),
  ofProduct((_, product) => update(product, { removed_at: null, last_seen_at: ctx.now() })),
  ofProduct((random, product) => update(product, { created_at: moment(random) })),
  ofProduct((random, product) =>
    update(product, { created_at: new Date(ctx.now().getTime() + whole(random, 5) * DAY_MS) }),
  ),
  ofProduct((random, product) =>
    ctx.db
      .insertInto('product_changes')
      .values({
        ...product,
        kind: pick(random, KINDS),
        at: ctx.now(),
        before_minor: null,
        after_minor: null,
      })
      .execute(),
  ),
  move,
  changeVerdict,
  eraseStore,
]

/** Places are known only as of their last reading, and are not added to past days. */
async function showPlaces(random: Random): Promise<void> {
  const storeId = await pickStore(random)
  const rows = await ctx.db
    .selectFrom('products')
    .select('handle')
    .where('store_id', '=', storeId)
    .execute()
  const handles = rows.map(({ handle }) => handle).filter(() => random() < 0.7)
  await savePlaces(ctx, [
    { storeId, list: pick(random, ['home', 'best_sellers'] as const), handles },
  ])
}

async function live(random: Random, changes: typeof CHANGES): Promise<void> {
  for (let n = 0; n < CHANGES_PER_ROUND; n++) {
    await pick(random, changes)(random)
    if (random() < 0.2) await computeTrendsStep(ctx)
  }
}

async function nextDay(random: Random): Promise<void> {
  ctx.clock.advance(DAY_MS * (random() < 0.8 ? 1 : 3))
}

test.each([1, 2, 3])(
  'after any changes to stores and products, each day equals a computation from scratch (%d)',
  async (seed) => {
    const random = createRandom(seed)
    for (let n = 0; n < STORES; n++) await addStore(random)
    let compared = 0
    for (let round = 0; round < ROUNDS; round++) {
      await live(random, CHANGES)
      if (random() < 0.5) await nextDay(random)
      await settleWithEvents()
      compared += await expectAgreement(allDays(), `round ${round}`)
    }
    expect(compared).toBeGreaterThan(40)
  },
)

test.each([4, 5])(
  'after rank changes too, today equals a computation from scratch (%d)',
  async (seed) => {
    const random = createRandom(seed)
    for (let n = 0; n < STORES; n++) await addStore(random)
    for (let round = 0; round < ROUNDS; round++) {
      await live(random, [...CHANGES, showPlaces, showPlaces, showPlaces])
      if (random() < 0.5) await nextDay(random)
      await settleWithEvents()
      await expectAgreement([today()], `round ${round}`)
    }
  },
)

async function sellFrom(foundAt: string): Promise<StoreId> {
  const storeId = await insertStore(ctx.db, { found_at: foundAt })
  const values = { cluster: FIRST_CLUSTER, match_due: false, created_at: null, published_at: null }
  await insertProduct(ctx.db, storeId, { ...values, last_seen_at: ctx.now() })
  return storeId
}

test('a store that listed a product earlier ages it on all its days, until the store goes', async () => {
  for (const day of ['2026-03-07', '2026-03-08', '2026-03-09']) await sellFrom(`${day}T10:00:00Z`)
  await settleWithEvents()
  expect(await expectAgreement(allDays(), 'young')).toBe(2)
  const storeId = await sellFrom('2026-01-25T10:00:00Z')
  await settleWithEvents()
  await expectAgreement(allDays(), 'older')
  await changeStore(ctx.db, storeId, { launch_status: 'established' })
  await settleWithEvents()
  await expectAgreement(allDays(), 'younger')
})

/** By their text, which tells when each was written. */
async function readScores() {
  const { rows } = await sql<{ cluster: ClusterId; day: Day; written: string }>`
    select cluster, day, xmin::text as written from trend_scores`.execute(ctx.db)
  return new Map(rows.map((row) => [`${row.cluster} ${row.day} ${row.written}`, row]))
}

test('a change in one product recomputes no other product', async () => {
  const random = createRandom(6)
  for (let n = 0; n < STORES; n++) await addStore(random)
  await settleWithEvents()
  const before = await readScores()
  const product = await ctx.db
    .selectFrom('products')
    .select(['store_id', 'product_id'])
    .where('cluster', '=', FIRST_CLUSTER)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await update(product, { removed_at: ctx.now() })
  await settleWithEvents()
  const after = [...(await readScores())]
  const changed = after.flatMap(([text, score]) => (before.has(text) ? [] : [score]))
  expect(changed.every(({ cluster, day }) => cluster === 1 && day === today())).toBe(true)
})

test('a product that becomes trending is written once, even when its score changes often', async () => {
  await sql`create table writes (n bigint)`.execute(ctx.db)
  await sql`create function count_write() returns trigger language plpgsql as $$
    begin insert into writes values (1); return null; end $$`.execute(ctx.db)
  await sql`create trigger product_trends_writes after insert or update or delete on product_trends
    for each row execute function count_write()`.execute(ctx.db)
  for (let wave = 0; wave < 12; wave++) {
    for (let n = 0; n < 4; n++) {
      await sellFrom(new Date(ctx.now().getTime() - (40 - 3 * wave) * DAY_MS).toISOString())
    }
    await settleWithEvents()
  }
  const rows = await ctx.db.selectFrom('product_trends').select('day').execute()
  expect(rows.length).toBeGreaterThan(500)
  const { rows: writes } = await sql`select from writes`.execute(ctx.db)
  expect(writes.length / rows.length).toBeLessThan(1.1)
})

test('the changes of a cluster are queued at once, however many of others lie between', async () => {
  await settleTrends(ctx)
  const [from_day, to_day] = ['2026-03-01', '2026-03-05']
  for (const cluster of [
    FIRST_CLUSTER,
    SECOND_CLUSTER,
    FIRST_CLUSTER,
    SECOND_CLUSTER,
    FIRST_CLUSTER,
  ])
    await ctx.db.insertInto('trend_invalidations').values({ cluster, from_day, to_day }).execute()
  expect((await queueInvalidated(ctx, 1)).invalidations).toBe(3)
  expect((await queueInvalidated(ctx, 1)).invalidations).toBe(2)
})

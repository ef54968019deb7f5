import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import { insertStore } from '#testing/factories.ts'
import { type ShopSeed, signal, storeVisit } from '#testing/snapshots.ts'
import { recordShopNumbers, narrowByPods, thinPods } from './shop-number-pods.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const ctx = useDiscovery()
beforeEach(() => ctx.clock.set('2026-03-10T12:00:00Z'))
const { candidateRow, store, stores, visit } = visitsIn(ctx)

const visitWithSignals = (signals: DatedSignal[], seed: ShopSeed = {}) => {
  const result = storeVisit(seed)
  result.snapshot.signals = signals
  return visit(result.finalHost, result)
}
const signals = () =>
  ctx.db
    .selectFrom('store_signals')
    .select(['kind', 'at', 'role', 'detail'])
    .orderBy('kind')
    .orderBy('at')
    .execute()

const iso = (text: string): string => `${text}T00:00:00.000Z`
const assetOf = (day: string) => signal('asset_version', iso(day))

test('an old shop that replaces its files and products stays established, and its ledger keeps both readings', async () => {
  const before = [
    assetOf('2025-05-01'),
    signal('oldest_product_created', iso('2025-06-01'), { products: 9, median: iso('2025-09-01') }),
  ]
  const after = [
    assetOf('2026-03-08'),
    signal('oldest_product_created', iso('2026-03-09'), { products: 9, median: iso('2026-03-09') }),
  ]
  await visitWithSignals(before)
  expect(await store()).toMatchObject({
    launch_status: 'established',
    launch_reason: 'old_products',
  })
  ctx.clock.advance(3 * DAY_MS)
  await visitWithSignals(after)
  expect(await store()).toMatchObject({ launch_status: 'established', launch_day: '2025-05-01' })
  const rows = await signals()
  expect(
    rows
      .filter(({ kind }) => kind === 'asset_version')
      .map(({ at, role }) => [at.toISOString(), role]),
  ).toEqual([
    [iso('2025-05-01'), 'supports'],
    [iso('2026-03-08'), 'contradicts'],
  ])
})

test('a visit that finds nothing new leaves the ledger unchanged', async () => {
  await visit('lamp.example', storeVisit())
  const before = await signals()
  ctx.clock.advance(DAY_MS)
  await visit('lamp.example', storeVisit())
  expect(await signals()).toEqual(before)
})

test('a new store found behind its password launched on the day it was seen to open', async () => {
  const files = [assetOf('2026-03-05')]
  await visitWithSignals(files, { status: 'password_protected' })
  expect(await store()).toMatchObject({
    launch_status: 'new',
    launch_day: '2026-03-10',
    found_day: '2026-03-10',
  })
  ctx.clock.advance(14 * DAY_MS)
  const openedOn = ctx.now().toISOString().slice(0, 10)
  expect((await store()).opened_at).toBeNull()
  await visitWithSignals(files)
  expect(await store()).toMatchObject({
    opened_at: ctx.now(),
    launch_status: 'new',
    launch_day: openedOn,
    launch_confidence: 'high',
    launch_reason: 'seen_opening',
    found_day: '2026-03-10',
  })
  ctx.clock.advance(14 * DAY_MS)
  await visitWithSignals(files)
  expect(await store()).toMatchObject({ launch_day: openedOn })
})

test('a password page without age evidence is followed, and is new once it opens with recent products', async () => {
  await visitWithSignals([], { status: 'password_protected' })
  expect(await store()).toMatchObject({
    launch_status: 'established',
    launch_reason: 'no_evidence',
  })
  expect((await candidateRow('lamp.example')).due_at).not.toBeNull()
  ctx.clock.advance(7 * DAY_MS)
  await visit('lamp.example', storeVisit({ productsSince: iso('2026-03-12') }))
  expect(await store()).toMatchObject({ launch_status: 'new', launch_reason: 'seen_opening' })
})

test('a shop found at a differently named domain moved there; its first custom domain is not a move', async () => {
  await visit('lamp.example', storeVisit({ host: 'lamp.myshopify.com' }))
  await visit('lamp.example', storeVisit())
  expect(await store()).toMatchObject({
    domain: 'lamp.example',
    moved_here: false,
    moved_reason: null,
  })
  await visit('brighter-lamps.example', storeVisit({ host: 'brighter-lamps.example' }))
  expect(await store()).toMatchObject({
    domain: 'brighter-lamps.example',
    moved_here: true,
    moved_reason: 'other_domain',
    launch_status: 'new',
  })
  expect((await signals()).find(({ kind }) => kind === 'seen_elsewhere')?.detail).toEqual({
    domain: 'lamp.example',
  })
})

/** Shops of pod 7, one number after the other. */
const POD = 7
const numberInPod = (counter: number): string => String(counter * 32_768 + POD)
const estimate = signal('shop_id_order', iso('2025-01-01'), {
  earliest: iso('2023-06-01'),
  latest: iso('2027-06-01'),
})

test('shops with higher numbers of the same pod show that a shop is old', async () => {
  for (const [counter, day] of [
    [2_600_100, '2024-08-01'],
    [2_600_200, '2024-09-01'],
  ] as const) {
    const shop = { shopId: numberInPod(counter), host: `shop${counter}.example` }
    await visitWithSignals([assetOf(day)], shop)
  }
  const young = [assetOf('2026-03-08'), estimate]
  await visitWithSignals(young, { shopId: numberInPod(2_600_000) })
  expect((await stores()).at(-1)).toMatchObject({
    domain: 'lamp.example',
    launch_reason: 'old_shop_id',
    moved_reason: 'older_shop',
  })
  expect((await signals()).find(({ kind }) => kind === 'shop_id_order')).toMatchObject({
    role: 'supports',
    detail: { latest: iso('2024-10-01'), pod: 7, neighbours: 2 },
  })
})

test('a single neighbor, other pods and later traces change nothing', async () => {
  const learn = async (shopId: string | null, ...days: string[]) => {
    const storeId = await insertStore(ctx.db)
    await recordShopNumbers(ctx.db, [{ storeId, shopId, signals: days.map(assetOf) }])
  }
  await learn(numberInPod(2_600_100), '2024-08-01')
  await learn(String(2_600_200 * 32_768 + 8), '2024-08-01')
  await learn(numberInPod(2_500_000), '2020-08-01')
  await learn('no number', '2020-08-01')
  await learn(null)
  const storeId = await insertStore(ctx.db)
  const asked = { storeId, shopId: numberInPod(2_600_000), signals: [estimate] }
  expect(await narrowByPods(ctx.db, [asked])).toEqual([asked])
})

test('a pod keeps the earliest trace of a number, and drops every second one when there are too many', async () => {
  const storeId = await insertStore(ctx.db)
  const learn = (counter: number, day: string) =>
    recordShopNumbers(ctx.db, [{ storeId, shopId: numberInPod(counter), signals: [assetOf(day)] }])
  for (const counter of [1, 2, 3, 4, 5]) await learn(2_600_000 + counter, '2026-01-02')
  await learn(2_600_001, '2026-02-02')
  await learn(2_600_003, '2026-01-01')
  await thinPods(ctx.db, [POD], 5)
  expect(await ctx.db.selectFrom('pod_ids').select('shop_id').execute()).toHaveLength(5)
  await thinPods(ctx.db, [POD], 4)
  const rows = await ctx.db.selectFrom('pod_ids').selectAll().orderBy('shop_id').execute()
  expect(
    rows.map(({ shop_id, trace_at }) => [String(shop_id), trace_at.toISOString().slice(0, 10)]),
  ).toEqual([
    [numberInPod(2_600_001), '2026-01-02'],
    [numberInPod(2_600_003), '2026-01-01'],
    [numberInPod(2_600_005), '2026-01-02'],
  ])
})

test('a new number thins its own pod when that is full, and no other', async () => {
  const storeId = await insertStore(ctx.db)
  const fill = (pod: number) =>
    sql`insert into pod_ids (pod, shop_id, store_id, trace_at)
      select ${pod}::integer, n::bigint * 32768 + ${pod}::integer, ${storeId}::bigint, now() from generate_series(2600001, 2600400) as n`.execute(
      ctx.db,
    )
  await fill(POD)
  await fill(POD + 1)
  const sizes = async () => {
    const counted = sql<{ count: number }>`select count(*) from pod_ids group by pod order by pod`
    return (await counted.execute(ctx.db)).rows.map(({ count }) => count)
  }
  const learn = (counter: number) =>
    recordShopNumbers(ctx.db, [
      { storeId, shopId: numberInPod(counter), signals: [assetOf('2026-01-02')] },
    ])
  await learn(2_600_400)
  expect(await sizes()).toEqual([400, 400])
  await learn(2_600_500)
  expect(await sizes()).toEqual([201, 400])
})

test('without a registry no domain is queued for lookup', async () => {
  await visit('lamp.example', storeVisit())
  expect(await ctx.db.selectFrom('domain_ages').selectAll().execute()).toEqual([])
})

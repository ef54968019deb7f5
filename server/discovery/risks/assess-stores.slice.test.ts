import { expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { eraseDomain } from '#server/opt-out/api.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import {
  changeStore,
  emptyTables,
  insertProduct,
  insertStore,
  insertStores,
} from '#testing/factories.ts'
import { settleAssessments } from '#testing/discovery/settle-stages.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { assessStoresStep, requestAssessments } from './assess-stores.ts'

const ctx = useDiscovery()
const { reveal, store, stores, visit } = visitsIn(ctx)

async function risksOf(id: StoreId) {
  await settleAssessments(ctx)
  return (await stores()).find((store) => store.id === id)?.risks
}

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** Products of the same number are the same product. */
async function list(storeId: StoreId, numbers: number[]): Promise<void> {
  for (const number of numbers)
    await insertProduct(ctx.db, storeId, {
      product_id: number,
      cluster: (2_000 + number) as ClusterId,
      match_due: false,
    })
}

test('a visit asks for an assessment; when the visited shop closes or opens again, stores with its number are asked about', async () => {
  await visit('lamp.example', storeVisit())
  const lamp = await store()
  expect(await risksOf(lamp.id)).toEqual(expect.any(Array))
  const phone = '+49421000111'
  await changeStore(ctx.db, lamp.id, { phone })
  const twin = await insertStore(ctx.db, { domain: 'twin.example', phone })
  expect(await risksOf(twin)).toBeNull()
  ctx.clock.advance(25 * HOUR_MS)
  await visit('lamp.example', { kind: 'not_a_store', reason: 'closed' })
  expect(await risksOf(twin)).toEqual(['same_contact_closed'])
  ctx.clock.advance(25 * HOUR_MS)
  await visit('lamp.example', storeVisit())
  expect(await risksOf(twin)).toEqual([])
})

test('the erasure of a store takes its copies’ warning signs back', async () => {
  const [first, copy] = await insertStores(ctx.db, [
    { domain: 'first.example', found_at: '2026-03-01T10:00:00Z' },
    { found_at: '2026-03-05T10:00:00Z' },
  ])
  for (const storeId of [first, copy]) await list(storeId, TEN)
  await requestAssessments(ctx.db, [copy])
  expect(await risksOf(copy)).toEqual(['copied_catalogue'])
  await eraseDomain(ctx, 'first.example')
  expect(await risksOf(copy)).toEqual([])
})

test('the erasure of a store asks about stores that list one of its products, not about former ones', async () => {
  const [first, copy, former] = await insertStores(ctx.db, [{ domain: 'gone.example' }, {}, {}])
  const cluster = 900 as ClusterId
  for (const storeId of [first, copy])
    await insertProduct(ctx.db, storeId, { cluster, match_due: false })
  await insertProduct(ctx.db, former, { cluster, match_due: false, removed_at: ctx.now() })
  await eraseDomain(ctx, 'gone.example')
  const asked = await ctx.db
    .selectFrom('assessment_requests')
    .select('store_id')
    .orderBy('store_id')
    .execute()
  expect(asked.map(({ store_id }) => store_id)).toEqual([copy])
})

test('requests of twenty seconds share one look at a store', async () => {
  const store = await insertStore(ctx.db, { domain: 'often.example' })
  await risksOf(store)
  for (let times = 0; times < 3; times += 1) await requestAssessments(ctx.db, [store])
  expect(await assessStoresStep(ctx)).toBe(20_000)
  expect(await ctx.db.selectFrom('assessment_requests').select('id').execute()).toEqual([])
})

test('while many hosts wait for their first visit, assessments go on slowly', async () => {
  const asked = await insertStores(
    ctx.db,
    Array.from({ length: 12 }, () => ({})),
  )
  await requestAssessments(ctx.db, asked)
  await reveal(Array.from({ length: 11 }, (_, at) => `waits-${at}.example`))
  expect(await assessStoresStep(ctx)).toBe(5_000)
  await emptyTables(ctx, 'candidates')
  expect(await assessStoresStep(ctx)).toBe(0)
  for (const store of asked) expect(await risksOf(store)).toEqual(expect.any(Array))
})

test('a copy is found by its rare products, however many stores list the common ones', async () => {
  const day = (date: number) => ({ found_at: `2026-03-0${date}T10:00:00Z` })
  const [first, copy, similar, ...others] = await insertStores(ctx.db, [
    { domain: 'rare.example', ...day(1) },
    day(5),
    day(6),
    ...Array.from({ length: 12 }, () => day(2)),
  ])
  if (!first || !copy || !similar) throw new Error('the stores were inserted')
  await list(first, TEN)
  await list(copy, [1, 2, 3, 4, 5, 6, 7, 8, 101, 102])
  await list(similar, [1, 2, 3, 4, 5, 6, 7, 103, 104, 105])
  for (const other of others) await list(other, [1, 2, 3, 4, 5, 6])
  await requestAssessments(ctx.db, [copy, similar])
  expect([await risksOf(copy), await risksOf(similar)]).toEqual([['copied_catalogue'], []])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { getStoreRisks } from '#contracts/catalog/risks.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { requestAssessments, requestForClusters } from '#server/discovery/risks/assess-stores.ts'
import { settleAssessments } from '#testing/discovery/settle-stages.ts'
import { insertProduct, insertStore, insertStores, removeStore } from '#testing/factories.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')

async function answerFor(id: number) {
  const response = await send(`/api/stores/details/${id}/risks`)
  expect(response.statusCode).toBe(200)
  return getStoreRisks.response.parse(response.json())
}

async function risksOf(id: StoreId) {
  await requestAssessments(app.ctx.db, [id])
  await settleAssessments(app.ctx)
  return (await answerFor(id)).flags
}

const columnsOf = (id: StoreId) =>
  app.ctx.db
    .selectFrom('stores')
    .select(['risks', 'shared_share'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const kindsOf = async (id: StoreId) => (await risksOf(id)).map(({ kind }) => kind)

/** A store's only listing of a product, which was compared with those of other stores. */
const list = (store: StoreId, cluster: number, more = {}) =>
  insertProduct(app.ctx.db, store, {
    product_id: cluster,
    cluster: cluster as ClusterId,
    match_due: false,
    ...more,
  })

test('a store has no known signs until it was assessed, and none when nothing speaks for them', async () => {
  const id = await insertStore(app.ctx.db)
  expect(await answerFor(id)).toEqual({ assessedAt: null, flags: [] })
  expect(await columnsOf(id)).toEqual({ risks: null, shared_share: null })
  expect(await kindsOf(id)).toEqual([])
  expect((await answerFor(id)).assessedAt).toBe(app.ctx.now().toISOString())
  expect(await columnsOf(id)).toEqual({ risks: [], shared_share: null })
})

test('an open store that was read and links to no policy is flagged with the page', async () => {
  const id = await insertStore(app.ctx.db, { domain: 'bare.example' })
  await app.ctx.db
    .insertInto('store_readings')
    .values({ store_id: id, pages: ['https://bare.example/'], read_at: app.ctx.now() })
    .execute()
  const [flag] = await risksOf(id)
  expect(flag).toMatchObject({
    kind: 'no_policies',
    evidence: [{ sourceUrl: 'https://bare.example/' }],
  })
})

test('a store that repeats an earlier store’s products is flagged; the earlier store is not', async () => {
  const { db } = app.ctx
  const [first, second] = await insertStores(db, [
    { slug: 'first', found_at: '2026-03-01T10:00:00Z' },
    { found_at: '2026-03-05T10:00:00Z' },
  ])
  for (const store of [first, second])
    for (let number = 1; number <= 10; number++) await list(store, 900 + number)
  const [flag] = await risksOf(second)
  expect(flag).toMatchObject({
    kind: 'copied_catalogue',
    evidence: [{ count: 10, of: 10, store: { slug: 'first' } }],
  })
  expect(await kindsOf(first)).toEqual([])
  expect(await columnsOf(second)).toEqual({ risks: ['copied_catalogue'], shared_share: 1 })
  // A store that is gone is not named any more.
  await removeStore(db, first)
  expect((await answerFor(second)).flags).toEqual([])
})

test('the share of products sold elsewhere counts listed ones, and waits until all were compared', async () => {
  const [own, other] = await insertStores(app.ctx.db, [{}, {}])
  for (const cluster of [701, 702, 703, 704]) await list(own, cluster)
  await list(other, 701)
  await list(other, 702, { removed_at: '2026-03-01T00:00:00Z' })
  await risksOf(own)
  expect(await columnsOf(own)).toMatchObject({ shared_share: 0.25 })
  await list(own, 705, { match_due: true })
  await risksOf(own)
  expect(await columnsOf(own)).toMatchObject({ shared_share: 0.25 })
})

test('a product that a second store begins to list makes the first one be looked at again', async () => {
  const { db } = app.ctx
  const [first, second, third] = await insertStores(db, [{}, {}, {}])
  const cluster = 990 as ClusterId
  await list(first, cluster)
  await risksOf(first)
  await list(second, cluster)
  await requestForClusters(db, [cluster])
  await settleAssessments(app.ctx)
  expect(await columnsOf(first)).toMatchObject({ shared_share: 1 })
  await list(third, cluster)
  await requestForClusters(db, [cluster])
  expect(await db.selectFrom('assessment_requests').select('store_id').execute()).toEqual([])
})

test('stores that nothing asked for are looked at again after a month; a leftover template text is quoted', async () => {
  const { db } = app.ctx
  const id = await insertStore(db, { domain: 'quiet.example' })
  await risksOf(id)
  await insertProduct(db, id, { title: 'Example product title', handle: 'example' })
  await settleAssessments(app.ctx)
  expect(await columnsOf(id)).toMatchObject({ risks: [] })
  await sql`update store_assessments set assessed_at = ${new Date(app.ctx.now().getTime() - 31 * DAY_MS)}
    where store_id = ${id}`.execute(db)
  await settleAssessments(app.ctx)
  expect(await columnsOf(id)).toMatchObject({ risks: ['placeholder_text'] })
  const sourceUrl = 'https://quiet.example/products/example'
  expect((await answerFor(id)).flags).toMatchObject([
    { kind: 'placeholder_text', evidence: [{ sourceUrl }] },
  ])
})

test('a store that shares its address with a store that closed early is flagged', async () => {
  const { db } = app.ctx
  await insertStore(db, {
    slug: 'gone',
    status: 'CLOSED',
    email: 'info@maker.example',
    launch_day: '2026-01-01',
    closed_at: '2026-02-01T00:00:00Z',
  })
  const id = await insertStore(db, { email: 'info@maker.example' })
  expect(await risksOf(id)).toMatchObject([
    { kind: 'same_contact_closed', evidence: [{ detail: '2026-02-01', store: { slug: 'gone' } }] },
  ])
})

test('an unknown store is not found', async () => {
  expect((await send('/api/stores/details/999999/risks')).statusCode).toBe(404)
})

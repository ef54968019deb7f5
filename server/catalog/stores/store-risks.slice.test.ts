import type { ClusterId } from '#contracts/ids.ts'
import { expect, test } from 'vitest'
import { getStoreRisks } from '#contracts/catalog/risks.ts'
import { insertProduct, insertStore } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)

async function risksOf(id: number) {
  const { send } = await app.as('PRO_USER')
  const response = await send(`/api/stores/details/${id}/risks`)
  expect(response.statusCode).toBe(200)
  return getStoreRisks.response.parse(response.json()).flags
}

const kindsOf = async (id: number) => (await risksOf(id)).map(({ kind }) => kind)

test('a store of which nothing is known has no warning signs', async () => {
  expect(await kindsOf(await insertStore(app.ctx.db))).toEqual([])
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
  const [first, second] = [
    await insertStore(db, { slug: 'first', found_at: '2026-03-01T10:00:00Z' }),
    await insertStore(db, { found_at: '2026-03-05T10:00:00Z' }),
  ]
  for (const storeId of [first, second])
    for (let number = 1; number <= 10; number++)
      await insertProduct(db, storeId, { product_id: number, cluster: (900 + number) as ClusterId })
  const [flag] = await risksOf(second)
  expect(flag).toMatchObject({
    kind: 'copied_catalogue',
    evidence: [{ count: 10, of: 10, store: { slug: 'first' } }],
  })
  expect(await kindsOf(first)).toEqual([])
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

test('a product with leftover template text is quoted', async () => {
  const id = await insertStore(app.ctx.db, { domain: 'draft.example' })
  await insertProduct(app.ctx.db, id, { title: 'Example product title', handle: 'example' })
  expect(await risksOf(id)).toMatchObject([
    {
      kind: 'placeholder_text',
      evidence: [{ sourceUrl: 'https://draft.example/products/example' }],
    },
  ])
})

test('an unknown store is not found', async () => {
  const { send } = await app.as('PRO_USER')
  expect((await send('/api/stores/details/999999/risks')).statusCode).toBe(404)
})

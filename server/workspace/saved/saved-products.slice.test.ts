import { describe, expect, test } from 'vitest'
import { SavedProduct } from '#contracts/workspace/saved.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { lockStores } from '#server/platform/locks.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { insertProduct, insertTrend, storedVariant } from '#testing/factories.ts'
import { createSavedCalls, saveProduct, unsave } from '#testing/saved-calls.ts'
import { refusal } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

const { newcomer, newStore } = createSavedCalls(() => app)

describe('saving a product', () => {
  test(
    'returns it with its store, picture, price and trend, under a saved id',
    { tags: ['saved-product.fields', 'calls.saved-products-post', 'calls.saved-products-get'] },
    async () => {
      const { send } = await newcomer()
      const storeId = await newStore({ name: 'Lamp', domain: 'lamp.example' })
      const variants = [storedVariant({ priceMinor: 1999, compareAtMinor: 2999 })]
      const productId = await insertProduct(app.ctx.db, storeId, { title: 'Moon', variants })
      await insertTrend(app.ctx.db, productId, '2026-03-08', { score: 41 })
      await insertTrend(app.ctx.db, productId, '2026-03-07', { score: 90 })
      const answer = await saveProduct(send, { productId, notes: 'Sample', tags: ['moon'] })
      expect(SavedProduct.parse(answer.json())).toEqual(answer.json())
      expect(answer.json()).toMatchObject({
        id: expect.any(Number),
        productId,
        notes: 'Sample',
        tags: ['moon'],
        isFavorite: false,
        product: {
          id: productId,
          title: 'Moon',
          isSaved: true,
          removedAt: null,
          createdAt: '2026-03-09T08:00:00.000Z',
          variants: [{ price: '19.99', compareAtPrice: '29.99' }],
          images: [{ src: expect.stringMatching(/^\/api\/pictures\//) }],
          trend: { day: '2026-03-08', score: 41 },
          store: { id: storeId, name: 'Lamp', domain: 'lamp.example' },
        },
      })
      expect((await send('/api/saved-products')).json().content).toEqual([answer.json()])
      expect((await send('/api/saved-products?q=MOON&sortBy=name')).json().totalElements).toBe(1)
      expect((await send('/api/saved-products?tag=sun&sortBy=foundAt')).json().totalElements).toBe(
        0,
      )
    },
  )

  test(
    'and unsaving it by its saved id returns its contents; a second time answers 404',
    {
      tags: [
        'calls.saved-products-delete',
        'calls.saved-products-get',
        'errors.saved-product-not-found',
      ],
    },
    async () => {
      const { send } = await newcomer()
      const productId = await insertProduct(app.ctx.db, await newStore())
      const saved = (await saveProduct(send, { productId, notes: 'Sample' })).json()
      expect((await saveProduct(send, { productId })).json()).toEqual(saved)
      const taken = (await unsave(send, `saved-products/${saved.id}`)).json()
      expect(taken).toEqual({
        ...saved,
        product: { ...saved.product, isSaved: false, savedId: null },
      })
      const again = await unsave(send, `saved-products/${saved.id}`)
      expect([again.statusCode, again.json().message]).toEqual([404, 'Saved product not found'])
      expect((await send('/api/saved-products')).json().totalElements).toBe(0)
    },
  )

  test('keeps a product its store has removed, marked as removed', async () => {
    const { send } = await newcomer()
    const productId = await insertProduct(app.ctx.db, await newStore())
    await saveProduct(send, { productId, notes: 'Sample' })
    const removed_at = '2026-03-12T00:00:00.000Z'
    const product_id = Number(productId.split('-')[1])
    await app.ctx.db
      .updateTable('products')
      .set({ removed_at })
      .where('product_id', '=', product_id)
      .execute()
    expect((await send('/api/saved-products')).json().content).toMatchObject([
      { productId, notes: 'Sample', product: { removedAt: removed_at } },
    ])
  })

  test('is refused for a product that is deleted meanwhile, and leaves no row behind', async () => {
    const { send, userId } = await newcomer()
    const store = await newStore()
    const productId = await insertProduct(app.ctx.db, store)
    const isDeleted = Promise.withResolvers<void>()
    // As a walk does: it holds the store, and ends while the call waits for it.
    const walk = inTransaction(app.ctx, async ({ db }) => {
      await lockStores(db, [store])
      await db.deleteFrom('products').where('store_id', '=', store).execute()
      isDeleted.resolve()
      await expect.poll(() => countLockWaits(db)).toBe(1)
    })
    await isDeleted.promise
    expect(refusal(await saveProduct(send, { productId }))).toEqual([404, 'not_found', undefined])
    await walk
    const rows = await app.ctx.db
      .selectFrom('saved_products')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    expect(rows).toEqual([])
  })

  test.each([
    [{ productId: '1-1' }, [404, 'not_found', undefined]],
    [{ productId: '1-99999999999999999999' }, [404, 'not_found', undefined]],
    [{ productId: 'lamp' }, [400, 'invalid_request', 'productId']],
    [{ productId: 7 }, [400, 'invalid_request', 'productId']],
    [{ productId: '1-1', tags: ['a,b'] }, [400, 'invalid_tag', 'tags.0']],
  ])('refuses %j', { tags: ['calls.saved-products-post'] }, async (payload, expected) => {
    const { send } = await app.as('PRO_USER')
    expect(refusal(await saveProduct(send, payload))).toEqual(expected)
  })
})

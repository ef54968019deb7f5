import type { UserId } from '#contracts/ids.ts'
import { describe, expect, test } from 'vitest'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { insertProduct } from '#testing/factories.ts'
import {
  createSavedCalls,
  saveProduct,
  saveStore,
  type Send,
  unsave,
} from '#testing/saved-calls.ts'
import { type Answer, refusal } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

const { newcomer, newStore } = createSavedCalls(() => app)

describe('items that one account saved', () => {
  const TRIES = 1_000

  test(
    'stay closed to another account in 1,000 tries; each answers like an unknown id',
    { tags: ['check-25'] },
    async () => {
      const [owner, other] = await Promise.all([newcomer(), newcomer('PLUS_USER')])
      const storeId = await newStore({ domain: 'secret.example' })
      const productId = await insertProduct(app.ctx.db, storeId, { title: 'Secret lamp' })
      const kept = { notes: 'Canary note', tags: ['canary'], isFavorite: true }
      await saveStore(owner.send, { storeId, ...kept })
      const { id: savedId } = (await saveProduct(owner.send, { productId, ...kept })).json()
      const ownedBefore = await ownedBy(owner.send)

      const shape = (answer: Answer) => {
        const { requestId: _id, ...body } = answer.json()
        return JSON.stringify([answer.statusCode, body])
      }
      const unknown = {
        stores: shape(await unsave(other.send, 'saved-stores/999999999')),
        products: shape(await unsave(other.send, 'saved-products/999999999')),
      }
      const leaks: string[] = []
      // Near the existing ids, and anywhere.
      const guesses = Array.from({ length: TRIES / 2 }, (_, at) =>
        at < 250 ? Math.max(1, savedId - 125 + at) : 1 + ((at * 7_919_017) % 1_000_000_007),
      )
      for (const id of guesses) {
        const [ofStore, ofProduct] = await Promise.all([
          unsave(other.send, `saved-stores/${id === savedId + 1 ? storeId : id}`),
          unsave(other.send, `saved-products/${id}`),
        ])
        if (shape(ofStore) !== unknown.stores || shape(ofProduct) !== unknown.products)
          leaks.push(String(id))
      }
      expect(leaks).toEqual([])

      const reads = ['', '?q=canary', '?tag=canary', '?isFavorite=true', '?size=1000'].flatMap(
        (query) => [`/api/saved-stores${query}`, `/api/saved-products${query}`],
      )
      for (const url of reads)
        expect([url, (await other.send(url)).json().content]).toEqual([url, []])
      expect((await other.send('/api/saved/tags')).json()).toEqual({ tags: [] })
      // Saving the same store or product creates a separate entry for this account.
      const own = [
        await saveStore(other.send, { storeId, notes: 'mine' }),
        await saveProduct(other.send, { productId, notes: 'mine' }),
      ]
      for (const answer of own)
        expect(answer.json()).toMatchObject({ notes: 'mine', tags: [], isFavorite: false })
      expect(await ownedBy(owner.send)).toEqual(ownedBefore)
    },
  )

  const ownedBy = async (send: Send) =>
    (
      await Promise.all(
        ['saved-stores', 'saved-products', 'saved/tags'].map((path) => send(`/api/${path}`)),
      )
    ).map((answer) => answer.json())

  test('disappear with the store whose owner opts out, and cannot come back', async () => {
    const { send, userId } = await newcomer()
    const storeId = await newStore({ domain: 'leaves.example' })
    const productId = await insertProduct(app.ctx.db, storeId)
    await saveStore(send, { storeId })
    await saveProduct(send, { productId })
    const meanwhile = [
      saveStore(send, { storeId, notes: 'x' }),
      saveProduct(send, { productId, notes: 'x' }),
    ]
    await Promise.all([eraseDomain(app.ctx, 'leaves.example'), ...meanwhile])
    expect(await rowsOf(userId)).toEqual([[], []])
    expect(refusal(await saveStore(send, { storeId }))).toEqual([404, 'not_found', undefined])
    expect(refusal(await saveProduct(send, { productId }))).toEqual([404, 'not_found', undefined])
    expect(await rowsOf(userId)).toEqual([[], []])
  })

  const rowsOf = (userId: UserId) =>
    Promise.all(
      (['saved_stores', 'saved_products'] as const).map((table) =>
        app.ctx.db.selectFrom(table).select('id').where('user_id', '=', userId).execute(),
      ),
    )

  test('are part of the account’s own export', async () => {
    const { send } = await newcomer()
    const storeId = await newStore({ name: 'Lamp', domain: 'export.example' })
    await saveStore(send, { storeId, notes: 'Ask' })
    await saveProduct(send, {
      productId: await insertProduct(app.ctx.db, storeId, { title: 'Moon' }),
    })
    expect((await send('/api/users/export')).json().records).toMatchObject({
      savedStores: [{ name: 'Lamp', domain: 'export.example', notes: 'Ask' }],
      savedProducts: [{ title: 'Moon', domain: 'export.example' }],
    })
  })
})

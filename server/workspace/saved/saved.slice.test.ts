import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SavedProduct, SavedStore } from '#contracts/stores/saved.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { insertProduct, insertStore, insertTrend, insertUser, storedVariant } from '#testing/factories.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world[Symbol.asyncDispose]())

type Send = TestApp['anonymous']
const newcomer = async (role: 'PRO_USER' | 'PLUS_USER' | 'GUEST' = 'PRO_USER') => {
  const { userId } = await insertUser(world.ctx, { role })
  return { userId, ...(await world.openSession(userId)) }
}
const post = (send: Send, url: string, payload: object) => send({ method: 'POST', url, payload })
const saveStore = (send: Send, payload: object) => post(send, '/api/saved-stores', payload)
const saveProduct = (send: Send, payload: object) => post(send, '/api/saved-products', payload)
const unsave = (send: Send, path: string) => send({ method: 'DELETE', url: `/api/${path}` })
const newStore = (values = {}) => insertStore(world.ctx.db, values)
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code, answer.json().field]
const later = () => world.ctx.clock.advance(60_000)

describe('saving a store', () => {
  test(
    'keeps notes, tags and favourite, and returns the store',
    { tags: ['saved-store.fields', 'calls.saved-stores-post'] },
    async () => {
      const { send } = await newcomer()
      const storeId = await newStore({ domain: 'kept.example', email: 'hello@kept.example' })
      const answer = await saveStore(send, { storeId, notes: 'Ask', tags: ['lamps'], isFavorite: true })
      expect(answer.statusCode).toBe(200)
      expect(SavedStore.parse(answer.json())).toEqual(answer.json())
      expect(answer.json()).toMatchObject({
        storeId,
        notes: 'Ask',
        tags: ['lamps'],
        isFavorite: true,
        store: { id: storeId, domain: 'kept.example', email: 'hello@kept.example', isSaved: true },
      })
    },
  )

  test(
    'twice keeps one row; a later call keeps omitted fields, and only a real change updates it',
    { tags: ['calls.saved-stores-post'] },
    async () => {
      const { send } = await newcomer()
      const storeId = await newStore()
      const first = (await saveStore(send, { storeId, notes: 'Ask', tags: ['lamps'] })).json()
      later()
      const [second, third] = await Promise.all([saveStore(send, { storeId }), saveStore(send, { storeId })])
      expect([second.json(), third.json()]).toEqual([first, first])
      later()
      const changed = (await saveStore(send, { storeId, isFavorite: true })).json()
      expect(changed).toMatchObject({ id: first.id, notes: 'Ask', tags: ['lamps'], isFavorite: true })
      expect(changed.createdAt).toBe(first.createdAt)
      expect(changed.updatedAt > first.updatedAt).toBe(true)
      const emptied = (await saveStore(send, { storeId, notes: '', tags: [], isFavorite: false })).json()
      expect(emptied).toMatchObject({ notes: '', tags: [], isFavorite: false })
      expect((await send('/api/saved-stores')).json().totalElements).toBe(1)
    },
  )

  test('again with its old date restores its place in the list, but never a date in the future', async () => {
    const { send } = await newcomer()
    const [early, late, ahead] = await Promise.all([newStore(), newStore(), newStore()])
    const kept = (await saveStore(send, { storeId: early, notes: 'First' })).json()
    later()
    await saveStore(send, { storeId: late })
    const { notes, tags, isFavorite, createdAt } = (await unsave(send, `saved-stores/${early}`)).json()
    later()
    const back = (await saveStore(send, { storeId: early, notes, tags, isFavorite, createdAt })).json()
    expect(back).toMatchObject({ notes: 'First', createdAt: kept.createdAt })
    const now = world.ctx.now().toISOString()
    const future = await saveStore(send, { storeId: ahead, createdAt: '9999-01-01T00:00:00Z' })
    expect(future.json().createdAt).toBe(now)
    expect((await saveStore(send, { storeId: late, createdAt: '0000-01-01T00:00:00Z' })).statusCode).toBe(200)
    const { content } = (await send('/api/saved-stores')).json()
    expect(content.map((saved: SavedStore) => saved.storeId)).toEqual([ahead, late, early])
  })

  test.each([
    ['a store that does not exist', { storeId: 999_999_999 }, [404, 'not_found', undefined]],
    ['no store', {}, [400, 'invalid_request', 'storeId']],
    ['a store by its name', { storeId: 'lamp' }, [400, 'invalid_request', 'storeId']],
    ['half a store', { storeId: 1.5 }, [400, 'invalid_request', 'storeId']],
    ['notes beyond 5,000 characters', { storeId: 1, notes: 'x'.repeat(5_001) }, [400, 'notes_too_long', 'notes']],
    ['21 tags', { storeId: 1, tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, [400, 'too_many_tags', 'tags']],
    ['a tag of 41 characters', { storeId: 1, tags: ['x'.repeat(41)] }, [400, 'invalid_tag', 'tags.0']],
    ['a tag with a comma', { storeId: 1, tags: ['ok', 'a,b'] }, [400, 'invalid_tag', 'tags.1']],
    ['an empty tag', { storeId: 1, tags: ['  '] }, [400, 'invalid_tag', 'tags.0']],
    ['a note with NUL', { storeId: 1, notes: 'a\0b' }, [400, 'invalid_request', 'notes']],
  ])('refuses %s', { tags: ['calls.saved-stores-post'] }, async (_what, payload, expected) => {
    const { send } = await world.as('PRO_USER')
    expect(refusal(await saveStore(send, payload))).toEqual(expected)
  }) // prettier-ignore

  test('accepts values exactly at the limits, and merges tags that look the same', async () => {
    const { send } = await newcomer()
    const storeId = await newStore()
    const most = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(40, 'x'))
    const full = await saveStore(send, { storeId, notes: 'ü'.repeat(5_000), tags: [...most, ...most] })
    expect(full.json().tags).toEqual(most)
    const tags = [' Lamps ', 'LAMPS', 'new   in', 'Öl', 'o\u0308l']
    expect((await saveStore(send, { storeId, tags })).json().tags).toEqual(['Lamps', 'new in', 'Öl'])
  })
})

describe('the saved stores', () => {
  let send: Send
  beforeAll(async () => {
    ;({ send } = await newcomer('PLUS_USER'))
    const stores = [
      { name: 'Birch', domain: 'birch.example', found_at: '2026-03-02T00:00:00Z' },
      { name: 'acorn', domain: 'acorn.example', found_at: '2026-03-03T00:00:00Z' },
      { name: 'Cedar', domain: 'cedar.example', found_at: '2026-03-01T00:00:00Z', launch_status: 'established' as const },
    ] // prettier-ignore
    const kept = [
      { notes: '100% cotton', tags: ['Wood', 'Öl'], isFavorite: true },
      { notes: '', tags: ['wood'] },
      { notes: 'Call Anna', tags: ['öl'], isFavorite: true },
    ]
    for (const [at, values] of stores.entries()) {
      later()
      await saveStore(send, { storeId: await newStore(values), ...kept[at] })
    }
    later()
    const { content } = (await send('/api/saved-stores?q=birch')).json()
    await saveStore(send, { storeId: content[0].storeId, notes: '100% cotton!' })
  })
  const namesAt = async (query: string) => {
    const { content, totalElements } = (await send(`/api/saved-stores${query}`)).json()
    expect(totalElements).toBe(content.length)
    return content.map((saved: SavedStore) => saved.store.name).join(' ')
  }

  test.each([
    ['', 'Cedar acorn Birch'],
    ['?sortDirection=ASC', 'Birch acorn Cedar'],
    ['?sortBy=updatedAt', 'Birch Cedar acorn'],
    ['?sortBy=name&sortDirection=asc', 'acorn Birch Cedar'],
    ['?sortBy=foundAt', 'acorn Birch Cedar'],
    ['?isFavorite=true', 'Cedar Birch'],
    ['?isFavorite=false', 'acorn'],
    ['?tag=WOOD', 'acorn Birch'],
    ['?tag=%C3%96L', 'Cedar Birch'],
    ['?tag=woo', ''],
    ['?q=CEDAR.ex', 'Cedar'],
    ['?q=anna', 'Cedar'],
    ['?q=100%25', 'Birch'],
    ['?q=_', ''],
    ['?q=wOOd', 'acorn Birch'],
    ['?tag=wood&isFavorite=true&q=cotton', 'Birch'],
  ])(
    'for the query %j are %j',
    { tags: ['calls.saved-stores-get', 'const.saved-defaults'] },
    async (query, names) => {
      expect(await namesAt(query)).toBe(names)
    },
  )

  test(
    'come page by page, 20 unless asked otherwise and at most 1,000',
    { tags: ['calls.saved-stores-get', 'const.saved-defaults'] },
    async () => {
      const first = (await send('/api/saved-stores')).json()
      expect(first).toMatchObject({ page: 0, size: 20, totalElements: 3, totalPages: 1, nextCursor: null })
      const second = (await send('/api/saved-stores?size=2&page=1')).json()
      expect(second).toMatchObject({ page: 1, size: 2, totalElements: 3, totalPages: 2 })
      expect(second.content.map((saved: SavedStore) => saved.store.name)).toEqual(['Birch'])
      expect((await send('/api/saved-stores?size=1000')).statusCode).toBe(200)
      expect(refusal(await send('/api/saved-stores?size=1001'))).toEqual([400, 'invalid_request', 'size'])
      expect(refusal(await send('/api/saved-stores?sortBy=email'))).toEqual([
        400,
        'invalid_request',
        'sortBy',
      ])
    },
  )

  test('list each tag once across spellings, the most used first', async () => {
    const storeId = await newStore()
    const productId = await insertProduct(world.ctx.db, storeId)
    await saveProduct(send, { productId, tags: ['wood'] })
    expect((await send('/api/saved/tags')).json()).toEqual({
      tags: [
        { name: 'wood', stores: 2, products: 1 },
        { name: 'Öl', stores: 2, products: 0 },
      ],
    })
  })
})

describe('saving a product', () => {
  test(
    'returns it with its store, picture, price and trend, under a saved id',
    { tags: ['saved-product.fields', 'calls.saved-products-post', 'calls.saved-products-get'] },
    async () => {
      const { send } = await newcomer()
      const storeId = await newStore({ name: 'Lamp', domain: 'lamp.example' })
      const variants = [storedVariant({ priceMinor: 1999, compareAtMinor: 2999 })]
      const productId = await insertProduct(world.ctx.db, storeId, { title: 'Moon', variants })
      await insertTrend(world.ctx.db, productId, '2026-03-08', { score: 41 })
      await insertTrend(world.ctx.db, productId, '2026-03-07', { score: 90 })
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
      expect((await send('/api/saved-products?tag=sun&sortBy=foundAt')).json().totalElements).toBe(0)
    },
  )

  test(
    'and unsaving it by its saved id returns its contents; a second time answers 404',
    { tags: ['calls.saved-products-delete', 'calls.saved-products-get', 'errors.saved-product-not-found'] },
    async () => {
      const { send } = await newcomer()
      const productId = await insertProduct(world.ctx.db, await newStore())
      const saved = (await saveProduct(send, { productId, notes: 'Sample' })).json()
      expect((await saveProduct(send, { productId })).json()).toEqual(saved)
      const taken = (await unsave(send, `saved-products/${saved.id}`)).json()
      expect(taken).toEqual({ ...saved, product: { ...saved.product, isSaved: false, savedId: null } })
      const again = await unsave(send, `saved-products/${saved.id}`)
      expect([again.statusCode, again.json().message]).toEqual([404, 'Saved product not found'])
      expect((await send('/api/saved-products')).json().totalElements).toBe(0)
    },
  )

  test('keeps a product its store has removed, marked as removed', async () => {
    const { send } = await newcomer()
    const productId = await insertProduct(world.ctx.db, await newStore())
    await saveProduct(send, { productId, notes: 'Sample' })
    const removed_at = '2026-03-12T00:00:00.000Z'
    const product_id = Number(productId.split('-')[1])
    await world.ctx.db
      .updateTable('products')
      .set({ removed_at })
      .where('product_id', '=', product_id)
      .execute()
    expect((await send('/api/saved-products')).json().content).toMatchObject([
      { productId, notes: 'Sample', product: { removedAt: removed_at } },
    ])
  })

  test.each([
    [{ productId: '1-1' }, [404, 'not_found', undefined]],
    [{ productId: '1-99999999999999999999' }, [404, 'not_found', undefined]],
    [{ productId: 'lamp' }, [400, 'invalid_request', 'productId']],
    [{ productId: 7 }, [400, 'invalid_request', 'productId']],
    [{ productId: '1-1', tags: ['a,b'] }, [400, 'invalid_tag', 'tags.0']],
  ])('refuses %j', { tags: ['calls.saved-products-post'] }, async (payload, expected) => {
    const { send } = await world.as('PRO_USER')
    expect(refusal(await saveProduct(send, payload))).toEqual(expected)
  })
})

test(
  'unsaving a store returns its contents; a second time answers 404',
  { tags: ['calls.saved-stores-delete'] },
  async () => {
    const { send } = await newcomer()
    const storeId = await newStore()
    const saved = (await saveStore(send, { storeId, notes: 'Ask' })).json()
    const taken = (await unsave(send, `saved-stores/${storeId}`)).json()
    expect(taken).toEqual({ ...saved, store: { ...saved.store, isSaved: false } })
    expect(refusal(await unsave(send, `saved-stores/${storeId}`))).toEqual([404, 'not_found', undefined])
    expect(refusal(await unsave(send, 'saved-stores/9999999999999999'))).toEqual([
      404,
      'not_found',
      undefined,
    ])
    expect(refusal(await unsave(send, 'saved-stores/lamp'))).toEqual([400, 'invalid_request', 'id'])
  },
)

test.each([
  ['nobody', 401, 'authentication_required'],
  ['a guest', 403, 'plan_required'],
])(
  '%s cannot save, list or unsave anything',
  { tags: ['saved-rule.token', 'roles.bearer-workspace'] },
  async (who, status, code) => {
    const send = who === 'nobody' ? world.anonymous : (await newcomer('GUEST')).send
    const answers = await Promise.all([
      saveStore(send, { storeId: 1 }),
      saveProduct(send, { productId: '1-1' }),
      unsave(send, 'saved-stores/1'),
      unsave(send, 'saved-products/1'),
      ...['saved-stores', 'saved-products', 'saved/tags'].map((path) => send(`/api/${path}`)),
    ])
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    if (who === 'nobody') expect(answers[0]?.json().message).toMatch(/^Authentication required/)
  },
)

describe('items that one account saved', () => {
  const TRIES = 1_000

  test(
    'stay closed to another account in 1,000 tries; each answers like an unknown id',
    { tags: ['check-25'] },
    async () => {
      const [owner, other] = await Promise.all([newcomer(), newcomer('PLUS_USER')])
      const storeId = await newStore({ domain: 'secret.example' })
      const productId = await insertProduct(world.ctx.db, storeId, { title: 'Secret lamp' })
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
        if (shape(ofStore) !== unknown.stores || shape(ofProduct) !== unknown.products) leaks.push(String(id))
      }
      expect(leaks).toEqual([])

      const reads = ['', '?q=canary', '?tag=canary', '?isFavorite=true', '?size=1000'].flatMap((query) => [
        `/api/saved-stores${query}`,
        `/api/saved-products${query}`,
      ])
      for (const url of reads) expect([url, (await other.send(url)).json().content]).toEqual([url, []])
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
      await Promise.all(['saved-stores', 'saved-products', 'saved/tags'].map((path) => send(`/api/${path}`)))
    ).map((answer) => answer.json())

  test('disappear with the store whose owner opts out, and cannot come back', async () => {
    const { send, userId } = await newcomer()
    const storeId = await newStore({ domain: 'leaves.example' })
    const productId = await insertProduct(world.ctx.db, storeId)
    await saveStore(send, { storeId })
    await saveProduct(send, { productId })
    const meanwhile = [saveStore(send, { storeId, notes: 'x' }), saveProduct(send, { productId, notes: 'x' })]
    await Promise.all([eraseDomain(world.ctx, 'leaves.example'), ...meanwhile])
    expect(await rowsOf(userId)).toEqual([[], []])
    expect(refusal(await saveStore(send, { storeId }))).toEqual([404, 'not_found', undefined])
    expect(refusal(await saveProduct(send, { productId }))).toEqual([404, 'not_found', undefined])
    expect(await rowsOf(userId)).toEqual([[], []])
  })

  const rowsOf = (userId: string) =>
    Promise.all(
      (['saved_stores', 'saved_products'] as const).map((table) =>
        world.ctx.db.selectFrom(table).select('id').where('user_id', '=', userId).execute(),
      ),
    )

  test('are part of the account’s own export', async () => {
    const { send } = await newcomer()
    const storeId = await newStore({ name: 'Lamp', domain: 'export.example' })
    await saveStore(send, { storeId, notes: 'Ask' })
    await saveProduct(send, { productId: await insertProduct(world.ctx.db, storeId, { title: 'Moon' }) })
    expect((await send('/api/users/export')).json().records).toMatchObject({
      savedStores: [{ name: 'Lamp', domain: 'export.example', notes: 'Ask' }],
      savedProducts: [{ title: 'Moon', domain: 'export.example' }],
    })
  })
})

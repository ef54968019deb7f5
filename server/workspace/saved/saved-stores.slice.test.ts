import { beforeAll, describe, expect, test } from 'vitest'
import { SavedStore } from '#contracts/workspace/saved.ts'
import { insertProduct } from '#testing/factories.ts'
import {
  createSavedCalls,
  saveProduct,
  saveStore,
  type Send,
  unsave,
} from '#testing/saved-calls.ts'
import { refusal } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

const { newcomer, newStore } = createSavedCalls(() => app)
const later = () => app.ctx.clock.advance(60_000)

describe('saving a store', () => {
  test(
    'keeps notes, tags and favourite, and returns the store',
    { tags: ['saved-store.fields', 'calls.saved-stores-post'] },
    async () => {
      const { send } = await newcomer()
      const storeId = await newStore({ domain: 'kept.example', email: 'hello@kept.example' })
      const answer = await saveStore(send, {
        storeId,
        notes: 'Ask',
        tags: ['lamps'],
        isFavorite: true,
      })
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
      const [second, third] = await Promise.all([
        saveStore(send, { storeId }),
        saveStore(send, { storeId }),
      ])
      expect([second.json(), third.json()]).toEqual([first, first])
      later()
      const changed = (await saveStore(send, { storeId, isFavorite: true })).json()
      expect(changed).toMatchObject({
        id: first.id,
        notes: 'Ask',
        tags: ['lamps'],
        isFavorite: true,
      })
      expect(changed.createdAt).toBe(first.createdAt)
      expect(changed.updatedAt > first.updatedAt).toBe(true)
      const emptied = (
        await saveStore(send, { storeId, notes: '', tags: [], isFavorite: false })
      ).json()
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
    const { notes, tags, isFavorite, createdAt } = (
      await unsave(send, `saved-stores/${early}`)
    ).json()
    later()
    const back = (
      await saveStore(send, { storeId: early, notes, tags, isFavorite, createdAt })
    ).json()
    expect(back).toMatchObject({ notes: 'First', createdAt: kept.createdAt })
    const now = app.ctx.now().toISOString()
    const future = await saveStore(send, { storeId: ahead, createdAt: '9999-01-01T00:00:00Z' })
    expect(future.json().createdAt).toBe(now)
    expect(
      (await saveStore(send, { storeId: late, createdAt: '0000-01-01T00:00:00Z' })).statusCode,
    ).toBe(200)
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
    const { send } = await app.as('PRO_USER')
    expect(refusal(await saveStore(send, payload))).toEqual(expected)
  }) // prettier-ignore

  test('accepts values exactly at the limits, and merges tags that look the same', async () => {
    const { send } = await newcomer()
    const storeId = await newStore()
    const most = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(40, 'x'))
    const full = await saveStore(send, {
      storeId,
      notes: 'ü'.repeat(5_000),
      tags: [...most, ...most],
    })
    expect(full.json().tags).toEqual(most)
    const tags = [' Lamps ', 'LAMPS', 'new   in', 'Öl', 'o\u0308l']
    expect((await saveStore(send, { storeId, tags })).json().tags).toEqual([
      'Lamps',
      'new in',
      'Öl',
    ])
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

  test('of one store are that one, or none where it is not saved', async () => {
    const [{ storeId, store }] = (await send('/api/saved-stores')).json().content
    expect(await namesAt(`?store=${storeId}`)).toBe(store.name)
    expect(await namesAt(`?store=${storeId + 1_000_000}`)).toBe('')
    expect((await send('/api/saved-stores?store=x')).statusCode).toBe(400)
  })

  test(
    'come page by page, 20 unless asked otherwise and at most 1,000',
    { tags: ['calls.saved-stores-get', 'const.saved-defaults'] },
    async () => {
      const first = (await send('/api/saved-stores')).json()
      expect(first).toMatchObject({
        page: 0,
        size: 20,
        totalElements: 3,
        totalPages: 1,
        nextCursor: null,
      })
      const second = (await send('/api/saved-stores?size=2&page=1')).json()
      expect(second).toMatchObject({ page: 1, size: 2, totalElements: 3, totalPages: 2 })
      expect(second.content.map((saved: SavedStore) => saved.store.name)).toEqual(['Birch'])
      expect((await send('/api/saved-stores?size=1000')).statusCode).toBe(200)
      expect(refusal(await send('/api/saved-stores?size=1001'))).toEqual([
        400,
        'invalid_request',
        'size',
      ])
      expect(refusal(await send('/api/saved-stores?sortBy=email'))).toEqual([
        400,
        'invalid_request',
        'sortBy',
      ])
    },
  )

  test('list each tag once across spellings, the most used first', async () => {
    const storeId = await newStore()
    const productId = await insertProduct(app.ctx.db, storeId)
    await saveProduct(send, { productId, tags: ['wood'] })
    expect((await send('/api/saved/tags')).json()).toEqual({
      tags: [
        { name: 'wood', stores: 2, products: 1 },
        { name: 'Öl', stores: 2, products: 0 },
      ],
    })
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
    expect(taken).toEqual({
      ...saved,
      store: { ...saved.store, isSaved: false },
      undo: { id: expect.any(String), until: expect.any(String) },
    })
    expect(refusal(await unsave(send, `saved-stores/${storeId}`))).toEqual([
      404,
      'not_found',
      undefined,
    ])
    expect(refusal(await unsave(send, 'saved-stores/9999999999999999'))).toEqual([
      404,
      'not_found',
      undefined,
    ])
    expect(refusal(await unsave(send, 'saved-stores/lamp'))).toEqual([400, 'invalid_request', 'id'])
  },
)

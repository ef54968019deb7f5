import type { StoreId } from '#contracts/ids.ts'
import { expect, test, vi } from 'vitest'
import { numberedPage } from '#contracts/paging.ts'
import {
  exampleSavedProduct,
  exampleSavedStore,
  exampleUnsavedStore,
  UNDO_ID,
} from '#testing/example-saved.ts'
import { apiError } from '#testing/api-error.ts'
import { createWaitingClient } from '#testing/waiting-client.ts'
import {
  createSavedChanges,
  markSaved,
  savedChangesOf,
  type SaveFailure,
  type SaveSubject,
  trackEdit,
} from './saved-changes.ts'

const store: SaveSubject = { kind: 'store', storeId: 1 as StoreId, name: 'Lamp' }
const product: SaveSubject = { kind: 'product', productId: '1-2', name: 'Moon' }
const refusal = (code: string, status: number) => apiError(code, status, { message: 'No.' })

function world() {
  const calls = createWaitingClient(({ method, path, body }) =>
    [method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' '),
  )
  const { client } = calls
  const list = ['listStores', {}]
  client.setQueryData(list, {
    content: [
      { id: 1, isSaved: false },
      { id: '1-2', isSaved: false, savedId: null },
    ],
  })
  const failures: SaveFailure[] = []
  const done: boolean[] = []
  const changes = createSavedChanges(client)
  return {
    ...calls,
    changes,
    failures,
    done,
    shown: (at = 0) => client.getQueryData<{ content: { isSaved: boolean }[] }>(list)?.content[at],
    setSaved: (subject: SaveSubject, wanted: boolean, isSaved = !wanted) =>
      changes.setSaved(subject, wanted, {
        isSaved,
        onDone: () => done.push(wanted),
        onFailure: (failure) => failures.push(failure),
      }),
  }
}

test('an item is removed only after its edits have arrived, which would save it again', async () => {
  const { client, setSaved, sent, next } = world()
  const edits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  for (const { promise } of edits) trackEdit(client, 1, promise)
  const done = setSaved(store, false)
  edits[0].resolve()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(sent).toEqual([])
  edits[1].reject(refusal('overloaded', 503))
  ;(await next()).answer(exampleUnsavedStore())
  await done
  expect(sent).toEqual(['DELETE /api/saved-stores/1'])
})

test('saving is pending at once, and counts as saved when the server has said so', { tags: ['saved-flag.store'] }, async () => {
  const { setSaved, shown, sent, next, changes, done } = world()
  const settled = setSaved(store, true)
  const { answer } = await next()
  expect([shown()?.isSaved, changes.pendingOf(1), done]).toEqual([false, true, []])
  answer(exampleSavedStore())
  await settled
  expect([shown()?.isSaved, changes.pendingOf(1), done]).toEqual([true, undefined, [true]])
  expect(sent).toEqual(['POST /api/saved-stores {"storeId":1}'])
}) // prettier-ignore

test('the last of many clicks wins, with one call after the other', async () => {
  const { setSaved, shown, sent, next, changes } = world()
  const done = setSaved(store, true)
  for (const wanted of [false, true, false]) void setSaved(store, wanted)
  expect(changes.pendingOf(1)).toBe(false)
  ;(await next()).answer(exampleSavedStore())
  ;(await next()).answer(exampleUnsavedStore())
  await done
  expect([shown()?.isSaved, sent]).toEqual([false, ['POST /api/saved-stores {"storeId":1}', 'DELETE /api/saved-stores/1']])
}) // prettier-ignore

test('a double click on a saved store undoes its removal, with its notes, stage and history', async () => {
  const { setSaved, sent, next, shown } = world()
  const done = setSaved(store, false)
  void setSaved(store, true)
  ;(await next()).answer(exampleUnsavedStore({ notes: 'Ask' }))
  ;(await next()).answer({ restored: 1 })
  await done
  expect([sent[1], sent.length]).toEqual([`POST /api/stores/bulk/${UNDO_ID}/undo`, 2])
  expect(shown()?.isSaved).toBe(true)
})

test('a store is saved with its old notes when the server cannot undo its removal any more', async () => {
  const { setSaved, sent, next } = world()
  const done = setSaved(store, false)
  void setSaved(store, true)
  const kept = {
    notes: 'Ask',
    tags: ['lamps'],
    isFavorite: true,
    createdAt: '2026-03-01T00:00:00.000Z',
  }
  ;(await next()).answer(exampleUnsavedStore(kept))
  ;(await next()).refuse(refusal('not_found', 404))
  ;(await next()).answer(exampleSavedStore(kept))
  await done
  expect(sent[2]).toBe(`POST /api/saved-stores ${JSON.stringify({ storeId: 1, ...kept })}`)
})

test('an item saved again much later starts without its old notes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { setSaved, sent, next } = world()
  const done = setSaved(store, false)
  ;(await next()).answer(exampleUnsavedStore({ notes: 'Ask' }))
  await done
  vi.setSystemTime(Date.now() + 60_001)
  const again = setSaved(store, true)
  ;(await next()).answer(exampleSavedStore())
  await again
  expect(sent[1]).toBe('POST /api/saved-stores {"storeId":1}')
})

test.each([
  ['saving', true, refusal('overloaded', 503)],
  ['unsaving', false, refusal('network', 0)],
])(
  'when %s fails, the lists keep the stored state, and only the error is reported',
  async (_what, wanted, error) => {
    const { client, setSaved, shown, next, failures, changes, done } = world()
    client.setQueryData(['listStores', {}], { content: [{ id: 1, isSaved: !wanted }] })
    const settled = setSaved(store, wanted)
    expect([shown()?.isSaved, changes.pendingOf(1)]).toEqual([!wanted, wanted])
    ;(await next()).refuse(error)
    await settled
    expect(done).toEqual([])
    expect(failures).toEqual([{ wanted, isGone: false, error }])
    expect([shown()?.isSaved, changes.pendingOf(1)]).toEqual([!wanted, undefined])
  },
)

test('a failed save is not reported once the user has unsaved the item', async () => {
  const { setSaved, shown, next, failures } = world()
  const done = setSaved(store, true)
  void setSaved(store, false)
  ;(await next()).refuse(refusal('overloaded', 503))
  await done
  expect([shown()?.isSaved, failures]).toEqual([false, []])
})

test('unsaving an item that is already gone leaves it unsaved and says so', async () => {
  const { setSaved, shown, next, failures } = world()
  const error = refusal('not_found', 404)
  const done = setSaved(store, false)
  ;(await next()).refuse(error)
  await done
  expect([shown()?.isSaved, failures]).toEqual([false, [{ wanted: false, isGone: true, error }]])
})

test(
  'a product is unsaved by the id that it was saved under',
  { tags: ['saved-flag.product'] },
  async () => {
    const { setSaved, sent, next, shown } = world()
    const saved = setSaved(product, true)
    ;(await next()).answer(exampleSavedProduct({ id: 77 }))
    await saved
    expect(shown(1)).toEqual({ id: '1-2', isSaved: true, savedId: 77 })
    const unsaved = setSaved(product, false)
    ;(await next()).answer(exampleSavedProduct({ id: 77 }))
    await unsaved
    expect(sent).toEqual([
      'POST /api/saved-products {"productId":"1-2"}',
      'DELETE /api/saved-products/77',
    ])
    expect(shown(1)).toEqual({ id: '1-2', isSaved: false, savedId: null })
  },
)

test(
  'without a saved id the product is searched among all saved products, 1,000 at a time',
  { tags: ['calls.saved-products-lookup'] },
  async () => {
    const { setSaved, sent, next } = world()
    const done = setSaved(product, false)
    const saved = exampleSavedProduct({ id: 5 })
    for (const each of [exampleSavedProduct({ productId: '9-9' }), saved])
      (await next()).answer(numberedPage([each], { page: 0, size: 1000, total: 1001 }))
    ;(await next()).answer(saved)
    await done
    expect(sent).toEqual([
      'GET /api/saved-products?page=0&size=1000',
      'GET /api/saved-products?page=1&size=1000',
      'DELETE /api/saved-products/5',
    ])
  },
)

test('the notes of one account are never restored for another', () => {
  const { client } = world()
  const ada = savedChangesOf(client, 'ada')
  expect(savedChangesOf(client, 'ada')).toBe(ada)
  expect(savedChangesOf(client, 'grace')).not.toBe(ada)
})

const listedStore = (id: number, isSaved: boolean) => ({ id, name: `Store ${id}`, isSaved })
const listedProduct = (id: string, savedId: number | null) => ({
  id,
  isSaved: savedId !== null,
  savedId,
})
const ofStore = (id: number, isSaved: boolean) => ({ id, isSaved, savedId: null })

test.each([
  ['a list', { content: [listedStore(1, false), listedStore(2, false)], page: 0 }, ofStore(2, true), { content: [listedStore(1, false), listedStore(2, true)], page: 0 }],
  ['pages of lists', { pages: [{ content: [listedStore(1, true)] }] }, ofStore(1, false), { pages: [{ content: [listedStore(1, false)] }] }],
  ['details', { ...listedStore(1, false), images: [] }, ofStore(1, true), { ...listedStore(1, true), images: [] }],
  ['a saved list', { content: [{ id: 7, storeId: 1, store: listedStore(1, true) }] }, ofStore(1, false), { content: [{ id: 7, storeId: 1, store: listedStore(1, false) }] }],
  ['a product', listedProduct('1-2', null), { id: '1-2', isSaved: true, savedId: 9 }, listedProduct('1-2', 9)],
  ['a product whose saved id is not known yet', listedProduct('1-2', null), { id: '1-2', isSaved: true, savedId: null }, { id: '1-2', isSaved: true, savedId: null }],
  ['a product that is no longer saved', listedProduct('1-2', 9), { id: '1-2', isSaved: false, savedId: 9 }, listedProduct('1-2', null)],
])('marks the saved item in %s', (_where, before, mark, after) => {
  expect(markSaved<unknown>(before, mark)).toEqual(after)
}) // prettier-ignore

test.each([
  ['nothing of it', { content: [listedStore(1, true)] }, ofStore(2, false)],
  ['it, marked so already', { content: [listedStore(2, false)] }, ofStore(2, false)],
  [
    'an entry with the same number that is no store',
    { content: [{ id: 2, storeId: 1 }] },
    ofStore(2, true),
  ],
  ['no answer yet', undefined, ofStore(2, true)],
])('an answer that holds %s stays the same object', (_what, answer, mark) => {
  expect(markSaved<unknown>(answer, mark)).toBe(answer)
})

test('unchanged parts stay the same object', () => {
  const answer = { content: [listedStore(1, false), listedStore(2, false)], totals: { all: 2 } }
  const after = markSaved(answer, ofStore(2, true))
  expect(after.content[0]).toBe(answer.content[0])
  expect(after.totals).toBe(answer.totals)
})

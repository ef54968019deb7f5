import type { StoreId } from '#contracts/ids.ts'
import { expect, test } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { exampleSavedStore } from '#testing/example-saved.ts'
import { createWaitingClient } from '#testing/waiting-client.ts'
import { editSaved } from './edit-saved.ts'
import type { SavedItem } from './saved-address.ts'

const item = exampleSavedStore({ id: 7 })
const KEY = ['listSavedStores', {}]

function world() {
  const calls = createWaitingClient(({ body }) => body)
  const { client } = calls
  client.setQueryData(KEY, { content: [item, exampleSavedStore({ id: 8, storeId: 2 as StoreId })] })
  return {
    ...calls,
    shown: () => client.getQueryData<{ content: SavedItem[] }>(KEY)?.content,
  }
}

test('a change shows at once, and only on its own entry', async () => {
  const { client, shown, next } = world()
  const done = editSaved(client, item, { isFavorite: true })
  expect(shown()?.map(({ isFavorite }) => isFavorite)).toEqual([true, false])
  ;(await next()).answer({ ...item, isFavorite: true })
  await done
})

test('changes to one entry are sent in order, so that the last one wins', async () => {
  const { client, sent, next, shown } = world()
  const first = editSaved(client, item, { tags: ['a'] })
  const second = editSaved(client, item, { tags: ['a', 'b'] })
  const answered = await next()
  expect(sent).toEqual([{ storeId: 1, tags: ['a'] }])
  answered.answer({ ...item, tags: ['a'] })
  ;(await next()).answer({ ...item, tags: ['a', 'b'] })
  await Promise.all([first, second])
  expect([sent.at(-1), shown()?.[0]?.tags]).toEqual([{ storeId: 1, tags: ['a', 'b'] }, ['a', 'b']])
})

test('a change of one field does not wait for a change of another', async () => {
  const { client, sent, next } = world()
  const tags = editSaved(client, item, { tags: ['a'] })
  const favorite = editSaved(client, item, { isFavorite: true })
  const [first, second] = [await next(), await next()]
  expect(sent).toEqual([
    { storeId: 1, tags: ['a'] },
    { storeId: 1, isFavorite: true },
  ])
  second.answer({ ...item, isFavorite: true })
  first.answer({ ...item, tags: ['a'], isFavorite: true })
  await Promise.all([tags, favorite])
})

test('a failed change does not block the next one, and the list is read again', async () => {
  const { client, next } = world()
  const failed = editSaved(client, item, { isFavorite: true })
  const after = editSaved(client, item, { notes: 'Ask' })
  ;(await next()).refuse(apiError('network', 0))
  await expect(failed).rejects.toMatchObject({ code: 'network' })
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true)
  ;(await next()).answer({ ...item, notes: 'Ask' })
  await after
})

test('a note appears in the list only once it is saved', async () => {
  const { client, next, shown } = world()
  const done = editSaved(client, item, { notes: 'Ask' })
  const call = await next()
  expect(shown()?.[0]?.notes).toBe('')
  call.answer({ ...item, notes: 'Ask' })
  await done
  expect(shown()?.[0]?.notes).toBe('Ask')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { UserId } from '#contracts/ids.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { insertStores } from '#testing/factories.ts'
import { createSavedCalls, found, saveStore, type Send, unsave } from '#testing/saved-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { startTestApp } from '#testing/test-app.ts'

const app = sharedByTests(startTestApp)
const { newcomer } = createSavedCalls(() => app)

const facetOf = async (send: Send, key: string, more = '') =>
  (await send(`/api/stores/facets?launchStatus=all&groups=${key}${more}`)).json().facets[0]

const revisionOf = async (userId: UserId): Promise<string | undefined> => {
  const { rows } = await sql<{ revision: string }>`
    select revision from mark_revisions where user_id = ${userId} and kind = 'saved'`.execute(
    app.ctx.db,
  )
  return rows[0]?.revision
}

test('a list filtered by saved stores, stars and tags follows each change at once', async () => {
  const { send } = await newcomer()
  const [one, two] = await insertStores(app.ctx.db, [{}, {}])
  await saveStore(send, { storeId: one, tags: ['Hot lead'], isFavorite: true })
  await saveStore(send, { storeId: two, tags: ['hot LEAD'] })
  expect(await found(send, 'saved=yes')).toEqual([one, two])
  expect(await found(send, 'favorite=yes')).toEqual([one])
  expect(await found(send, 'tag=hot lead')).toEqual([one, two])
  await saveStore(send, { storeId: two, tags: [], isFavorite: true })
  expect(await found(send, 'favorite=yes')).toEqual([one, two])
  expect(await found(send, 'tag=hot lead')).toEqual([one])
  await unsave(send, `saved-stores/${one}`)
  expect(await found(send, 'saved=yes')).toEqual([two])
  expect(await found(send, 'tag=any')).toEqual([])
})

test('an account neither finds nor counts what another account marked', async () => {
  const [own, other] = [await newcomer(), await newcomer()]
  const [store] = await insertStores(app.ctx.db, [{}])
  await saveStore(own.send, { storeId: store, tags: ['secret'] })
  expect(await found(own.send, 'tag=secret')).toEqual([store])
  expect(await found(other.send, 'tag=secret')).toEqual([])
  expect((await facetOf(other.send, 'tag')).options).toEqual([])
})

test('tags are counted under their most used spelling, and can be narrowed by it', async () => {
  const { send } = await newcomer()
  const [one, two, three] = await insertStores(app.ctx.db, [{}, {}, {}])
  await saveStore(send, { storeId: one, tags: ['Élan', 'mailed'] })
  await saveStore(send, { storeId: two, tags: ['Élan'] })
  await saveStore(send, { storeId: three, tags: ['élan'] })
  expect(await facetOf(send, 'tag')).toMatchObject({
    options: [
      { value: 'élan', label: 'Élan', count: 3 },
      { value: 'mailed', label: 'mailed', count: 1 },
    ],
    any: 3,
    unknown: 0,
  })
  expect((await facetOf(send, 'tag', '&find=ELA')).options).toEqual([
    { value: 'élan', label: 'Élan', count: 3 },
  ])
})

test('the erasure of a store leaves the revision of those who saved it; saving renews it', async () => {
  const { send, userId } = await newcomer()
  const [gone, kept] = await insertStores(app.ctx.db, [{ domain: 'leaves.example' }, {}])
  await saveStore(send, { storeId: gone })
  const first = await revisionOf(userId)
  expect(first).toBeDefined()
  await eraseDomain(app.ctx, 'leaves.example')
  expect(await revisionOf(userId)).toBe(first)
  expect(await found(send, 'saved=yes')).toEqual([])
  await saveStore(send, { storeId: kept })
  expect(await revisionOf(userId)).not.toBe(first)
  expect(await found(send, 'saved=yes')).toEqual([kept])
})

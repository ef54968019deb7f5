import { expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { insertStores } from '#testing/factories.ts'
import { createSavedCalls, saveSearch, type Send } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post, refusal, statusesOf } from '#testing/test-app.ts'

const app = useTestApp()
const { newcomer } = createSavedCalls(() => app)

const create = (send: Send, name: string) => post(send, '/api/lists', { name })
const putOn = (send: Send, list: string, storeIds: number[]) =>
  post(send, '/api/stores/bulk', { target: { storeIds }, action: { kind: 'list', list, on: true } })
const undo = (send: Send, id: string) => post(send, `/api/stores/bulk/${id}/undo`)
const lists = async (send: Send) => (await send('/api/lists')).json()

test('a list is created, renamed and counted; its name filters and labels the list of stores', async () => {
  const { send } = await newcomer()
  const [one, two] = await insertStores(app.ctx.db, [{}, {}, {}])
  const { id } = (await create(send, '  Leads ')).json()
  await putOn(send, id, [one, two])
  const renamed = await send({ method: 'PUT', url: `/api/lists/${id}`, payload: { name: 'Hot' } })
  expect(renamed.json()).toMatchObject({ id, name: 'Hot', stores: 2 })
  expect(await lists(send)).toMatchObject({ lists: [{ id, name: 'Hot', stores: 2 }], limit: 20 })
  const shown = (await send(`/api/stores?launchStatus=all&list=${id}`)).json()
  expect(shown.totalElements).toBe(2)
  expect(shown).not.toHaveProperty('ignoredLists')
  const { facets } = (await send('/api/stores/facets?launchStatus=all&groups=list')).json()
  expect(facets[0].options).toEqual([{ value: id, label: 'Hot', count: 2 }])
})

test.each([
  ['PRO_USER', planRights.pro.lists],
  ['PLUS_USER', planRights.plus.lists],
] as const)('%s has %i lists, also when the last two are created at once', async (role, limit) => {
  const { send } = await newcomer(role)
  for (let at = 1; at < limit; at++) expect((await create(send, `List ${at}`)).statusCode).toBe(200)
  const last = await Promise.all([create(send, 'one'), create(send, 'two')])
  expect(statusesOf(last)).toEqual([200, 403])
  expect(refusal(await create(send, 'more'))).toEqual([403, 'list_limit', undefined])
  expect((await lists(send)).lists).toHaveLength(limit)
})

test('a deleted list comes back with its stores and dates, once, while there is room', async () => {
  const { send, userId } = await newcomer()
  const [one, two] = await insertStores(app.ctx.db, [{}, {}])
  const { id } = (await create(send, 'Leads')).json()
  await putOn(send, id, [one, two])
  const items = () =>
    app.ctx.db
      .selectFrom('list_stores')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('store_id')
      .execute()
  const before = [await lists(send), await items()]
  app.ctx.clock.advance(5_000)
  const gone = await send({ method: 'DELETE', url: `/api/lists/${id}` })
  expect(gone.json()).toMatchObject({
    id,
    name: 'Leads',
    stores: 2,
    undo: { id: expect.any(String) },
  })
  expect([await lists(send), await items()]).toEqual([{ lists: [], limit: 20 }, []])
  for (let at = 0; at < 20; at++) await create(send, `List ${at}`)
  expect(refusal(await undo(send, gone.json().undo.id))).toEqual([403, 'list_limit', undefined])
  for (const list of (await lists(send)).lists)
    await send({ method: 'DELETE', url: `/api/lists/${list.id}` })
  expect((await undo(send, gone.json().undo.id)).json()).toEqual({ restored: 2 })
  expect([await lists(send), await items()]).toEqual(before)
  expect(refusal(await undo(send, gone.json().undo.id))).toEqual([404, 'not_found', undefined])
})

test('another account neither reads, changes nor filters by a list; the list of stores names it as ignored', async () => {
  const [own, other] = [await newcomer(), await newcomer()]
  const [store] = await insertStores(app.ctx.db, [{ country: 'IS' }])
  const { id } = (await create(own.send, 'Secret')).json()
  const mine = (await create(other.send, 'Mine')).json()
  await putOn(own.send, id, [store])
  const answers = [
    await other.send({ method: 'PUT', url: `/api/lists/${id}`, payload: { name: 'x' } }),
    await other.send({ method: 'DELETE', url: `/api/lists/${id}` }),
    await putOn(other.send, id, [store]),
  ]
  expect(answers.map(refusal)).toEqual(Array(3).fill([404, 'not_found', undefined]))
  const shown = (await other.send(`/api/stores?launchStatus=all&country=IS&list=${id}`)).json()
  expect(shown).toMatchObject({ totalElements: 1, ignoredLists: [id] })
  const both = `/api/stores?launchStatus=all&country=IS&list=${id},-${mine.id}`
  expect((await other.send(both)).json()).toMatchObject({ totalElements: 1, ignoredLists: [id] })
  expect((await lists(other.send)).lists.map(({ name }: { name: string }) => name)).toEqual([
    'Mine',
  ])
})

test('a saved search of a list that is gone matches nothing rather than everything', async () => {
  const { send } = await newcomer()
  await insertStores(app.ctx.db, [{}])
  const { id } = (await create(send, 'Leads')).json()
  const search = await saveSearch(send, { query: `launchStatus=all&list=${id}` })
  await send({ method: 'DELETE', url: `/api/lists/${id}` })
  const { searches } = (await send('/api/saved-searches')).json()
  expect(searches).toMatchObject([{ id: search, total: 0 }])
})

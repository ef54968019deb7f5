import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import type { StoreId } from '#contracts/ids.ts'
import { listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { insertStore, removeStore } from '#testing/factories.ts'
import { post, sendAs, startTestApp, type TestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

type Send = TestApp['anonymous']

let storeId: StoreId
const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeAll(async () => {
  storeId = await insertStore(app.ctx.db, {
    domain: 'lamp.example',
    name: 'Lamp',
    logo_url: 'https://lamp.example/a.png',
    email: 'hello@lamp.example',
  })
})

const listOf = async (by: Send = send) => (await by('/api/stores')).json()
const save = (by: Send) => post(by, '/api/saved-stores', { storeId })

test('a list holds exactly the fields of its schema, both fresh and cached', async () => {
  for (const _ of ['read', 'kept']) {
    const answer = await send('/api/stores')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual(listStores.response.parse(answer.json()))
    expect(answer.json().content).toHaveLength(1)
  }
})

test.each([
  ['name', { name: 'Moon lamp' }, 'Moon lamp'],
  ['logoUrl', { logo_url: null }, null],
  ['hasContactForm', { has_contact_form: true }, true],
  ['movedHere', { moved_here: true }, true],
  ['region', { region: 'Bavaria' }, 'Bavaria'],
  ['city', { city: 'Munich' }, 'Munich'],
])('a change of %s shows in the next list', async (field, change, shown) => {
  await listOf()
  await app.ctx.db.updateTable('stores').set(change).where('id', '=', storeId).execute()
  expect((await listOf()).content[0][field]).toBe(shown)
})

test('a saved store shows at once with its tags in its own account’s list, and in no other', async () => {
  const other = (await app.as('PLUS_USER')).send
  await listOf()
  const payload = { storeId, tags: ['to "mail"', 'müde'] }
  expect((await post(send, '/api/saved-stores', payload)).statusCode).toBe(200)
  const [own, others] = await Promise.all([listOf(send), listOf(other)])
  const marksOf = ({ isSaved, tags }: StoreSummary) => [isSaved, tags]
  expect([marksOf(own.content[0]), marksOf(others.content[0])]).toEqual([
    [true, payload.tags],
    [false, []],
  ])
})

test('what an account changes shows in its very next list, also in another process', async () => {
  const own = await app.newAccount('PLUS_USER')
  const other = await app.startAnother()
  const headers = { authorization: `Bearer ${own.token}` }
  const listOfOther = () => other.inject({ url: '/api/stores', headers }).then((on) => on.json())
  const shown = async () =>
    (await Promise.all([listOf(own.send), listOfOther()])).map(({ content: [row] }) => [
      row.isSaved,
      row.tags,
      row.emailState,
    ])
  const { emailState } = (await listOf(own.send)).content[0]
  const change = async (request: Parameters<Send>[0]) =>
    expect((await own.send(request)).statusCode).toBeLessThan(300)
  await save(own.send)
  expect(await shown()).toEqual(Array(2).fill([true, [], emailState]))
  const payload = { contact: 'hello@lamp.example' }
  await change({ method: 'POST', url: `/api/stores/${storeId}/bounce`, payload })
  expect(await shown()).toEqual(Array(2).fill([true, [], 'bounced']))
  await change({ method: 'DELETE', url: `/api/saved-stores/${storeId}` })
  expect(await shown()).toEqual(Array(2).fill([false, [], 'bounced']))
  await other.close()
})

test('a list that is sent again comes in the encoding that its caller takes', async () => {
  const plain = await send('/api/stores')
  for (const _ of ['read', 'kept']) {
    const packed = await send({ url: '/api/stores', headers: { 'accept-encoding': 'br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload)
  }
})

test('accounts that ask at the same time each get their own answer', async () => {
  const other = (await app.as('PLUS_USER')).send
  await save(send)
  const asks = Array.from({ length: 12 }, (_, at) => listOf(at % 3 === 1 ? send : other))
  const shown = (await Promise.all(asks)).map(({ content }) => content[0].isSaved)
  expect(shown).toEqual(Array.from({ length: 12 }, (_, at) => at % 3 === 1))
})

test('an account that has seen its contacts of the day gets none, while another still sees them', async () => {
  const other = await app.newAccount('PLUS_USER')
  const day = app.ctx.now().toISOString().slice(0, 10)
  const usage = { user_id: other.userId, day, stores: planRights.plus.contactsPerDay }
  await app.ctx.db.insertInto('contact_usage').values(usage).execute()
  const sun = await insertStore(app.ctx.db, { name: 'Sun', email: 'hello@sun.example' })
  const shown = async (by: Send) => {
    const rows: StoreSummary[] = (await listOf(by)).content
    return rows.find(({ name }) => name === 'Sun')
  }
  for (const _ of ['read', 'kept']) {
    expect(await shown(send)).toMatchObject({ email: 'hello@sun.example', contactsLimited: false })
    expect(await shown(other.send)).toMatchObject({ email: null, contactsLimited: true })
  }
  await removeStore(app.ctx.db, sun)
})

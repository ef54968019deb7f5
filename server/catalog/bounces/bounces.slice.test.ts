import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contracts/accounts/auth.ts'
import { MAX_BOUNCES_PER_DAY, markBounce } from '#contracts/catalog/bounces.ts'
import { listContradictedBounces } from '#contracts/operator/bounces.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { eraseDomain } from '#server/opt-out/api.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { changeStore, changeUser, insertStore } from '#testing/factories.ts'
import { openConsole } from '#testing/operator-calls.ts'
import { found, saveStore, type Send } from '#testing/saved-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { codeOf, post, startTestApp, type TestAccount } from '#testing/test-app.ts'

const app = sharedByTests(startTestApp)
const { exported } = createExportCalls(() => app)

let companies = 0
/** Its own company. */
const member = (role: Role = 'PRO_USER') =>
  app.newAccount(role, `sales@company-${++companies}.example`)

let shops = 0
/** Found by a visit, with its address as a fact. */
async function newShop() {
  const number = ++shops
  const host = `bounces-${number}.example`
  const email = `Hello@${host}`
  const shopId = String(70_200_000_000 + number)
  const visit = (read: string | null = email) =>
    visitsIn(app.ctx).visit(host, storeVisit({ shopId, host, email: read }))
  await visit()
  const { id } = await app.ctx.db
    .selectFrom('stores')
    .select('id')
    .where('domain', '=', host)
    .executeTakeFirstOrThrow()
  await changeStore(app.ctx.db, id, { email_state: 'has_mx' })
  await app.ctx.db
    .updateTable('mail_hosts')
    .set({ state: 'has_mx', checked_at: app.ctx.now() })
    .where('domain', '=', host)
    .execute()
  return { id, host, email, visit }
}

type Shown = { id: StoreId; email: string }

const url = (id: StoreId) => `/api/stores/${id}/bounce`
const mark = async (send: Send, { id, email }: Shown) => {
  const answer = await post(send, url(id), { contact: email })
  expect(answer.statusCode).toBe(200)
  return markBounce.response.parse(answer.json())
}
const unmark = async (send: Send, { id, email }: Shown) =>
  (await send({ method: 'DELETE', url: url(id), query: { contact: email } })).json()

/** Of its address in the list and in its details, which always agree. */
async function stateOf(send: Send, { id }: Shown): Promise<string> {
  const { content } = (await send('/api/stores?launchStatus=all&size=100')).json()
  const row = content.find((one: { id: number }) => one.id === id)
  const [email] = (await send(`/api/stores/details/${id}`)).json().emails
  expect(email.mailState).toBe(row.emailState)
  return row.emailState
}
const withState = (send: Send, query: string) => found(send, `size=100&${query}`)
const usedToday = async ({ userId }: Pick<TestAccount, 'userId'>) =>
  (
    await app.ctx.db
      .selectFrom('contact_usage')
      .select('stores')
      .where('user_id', '=', userId)
      .orderBy('day', 'desc')
      .executeTakeFirst()
  )?.stores

describe('an address that mail came back from', () => {
  test("falls at once in the account's list, filters, saved stores, details and files, and for no other account", async () => {
    const [own, other] = [await member(), await member()]
    const shop = await newShop()
    expect(await stateOf(own.send, shop)).toBe('has_mx')
    expect(await mark(own.send, shop)).toMatchObject({ mailState: 'bounced', isOwnState: true })
    expect([await stateOf(own.send, shop), await stateOf(other.send, shop)]).toEqual([
      'bounced',
      'has_mx',
    ])
    const places = async (send: Send) => ({
      accepts: (await withState(send, 'emailState=has_mx')).includes(shop.id),
      bounced: (await withState(send, 'emailState=bounced')).includes(shop.id),
      mine: (await withState(send, 'bounced=yes')).includes(shop.id),
    })
    expect(await places(own.send)).toEqual({ accepts: false, bounced: true, mine: true })
    expect(await places(other.send)).toEqual({ accepts: true, bounced: false, mine: false })
    await saveStore(own.send, { storeId: shop.id })
    const saved = (await own.send('/api/saved-stores')).json().content
    expect(saved[0].store.emailState).toBe('bounced')
    const file = { view: 'leads', columns: ['emailState'], values: 'codes', limit: 1 } as const
    for (const [send, state] of [
      [own.send, 'bounced'],
      [other.send, 'has_mx'],
    ] as const)
      expect(await exported(send, { ...file, storeIds: [shop.id] })).toEqual([[state]])
    expect(await unmark(own.send, shop)).toEqual({ mailState: 'has_mx', isOwnState: false })
    expect(await places(own.send)).toEqual({ accepts: true, bounced: false, mine: false })
  })

  test('falls for everybody after two accounts with a plan that have nothing to do with each other', async () => {
    const [first, colleague, ended, stranger, reader] = [
      await member(),
      await app.newAccount('PLUS_USER', `support@company-${companies}.example`),
      await member(),
      await member(),
      await member(),
    ]
    const shop = await newShop()
    await mark(first.send, shop)
    await mark(colleague.send, shop)
    await mark(ended.send, shop)
    expect(await stateOf(reader.send, shop)).toBe('bounced')
    // A plan that ended has no vote any more, as the next mark finds out.
    await changeUser(app.ctx.db, ended.userId, { role: 'GUEST' })
    await unmark(colleague.send, shop)
    expect(await stateOf(reader.send, shop)).toBe('has_mx')
    await mark(stranger.send, shop)
    expect(await stateOf(reader.send, shop)).toBe('bounced')
    expect(await withState(reader.send, 'emailState=bounced')).toContain(shop.id)
    expect(await withState(reader.send, 'emailState=has_mx')).not.toContain(shop.id)
  })

  test('does not fall for everybody by two accounts that sign in from one network', async () => {
    const [one, two, reader] = [await member(), await member(), await member()]
    const shop = await newShop()
    await app.ctx.db
      .updateTable('sessions')
      .set({ network: '198.51.100.7' })
      .where('user_id', 'in', [one.userId, two.userId])
      .execute()
    await mark(one.send, shop)
    await mark(two.send, shop)
    expect(await stateOf(reader.send, shop)).toBe('has_mx')
  })

  test('is lifted by a visit that reads it on the shop again, for everybody and for the accounts', async () => {
    const [one, two, reader] = [await member(), await member(), await member()]
    const shop = await newShop()
    await mark(one.send, shop)
    await mark(two.send, shop)
    expect(await stateOf(reader.send, shop)).toBe('bounced')
    app.ctx.clock.advance(DAY_MS)
    await shop.visit()
    for (const { userId } of [one, two, reader]) {
      const { send } = await app.openSession(userId)
      expect(await stateOf(send, shop)).toBe('has_mx')
      expect(await withState(send, 'bounced=yes')).not.toContain(shop.id)
    }
    // A mark from before counts no more.
    const third = await member()
    await mark(third.send, shop)
    expect(await stateOf((await app.openSession(reader.userId)).send, shop)).toBe('has_mx')
  })

  test('stays as it is while visits do not read it', async () => {
    const [one, two] = [await member(), await member()]
    const shop = await newShop()
    await mark(one.send, shop)
    await mark(two.send, shop)
    await shop.visit(null)
    expect(await stateOf((await member()).send, shop)).toBe('bounced')
  })

  test('has no separate state for an account that contradicts, and one contradiction outweighs one mark', async () => {
    const [one, two, three] = [await member(), await member(), await member()]
    const [sceptic, reader] = [await member(), await member()]
    const shop = await newShop()
    await mark(one.send, shop)
    await mark(two.send, shop)
    expect(await unmark(sceptic.send, shop)).toEqual({ mailState: 'has_mx', isOwnState: true })
    expect(await stateOf(reader.send, shop)).toBe('has_mx')
    await mark(three.send, shop)
    expect([await stateOf(reader.send, shop), await stateOf(sceptic.send, shop)]).toEqual([
      'bounced',
      'has_mx',
    ])
  })
})

describe('the contact of the day', () => {
  test('is given back exactly once, however often and from however many windows it is marked', async () => {
    const own = await member()
    const shop = await newShop()
    const other = await newShop()
    for (const { id } of [shop, other]) await own.send(`/api/stores/details/${id}`)
    expect(await usedToday(own)).toBe(2)
    const answers = await Promise.all(Array.from({ length: 6 }, () => mark(own.send, shop)))
    expect(answers.filter(({ isReturned }) => isReturned)).toHaveLength(1)
    expect(await usedToday(own)).toBe(1)
    await own.send(`/api/stores/details/${shop.id}`)
    expect(await usedToday(own)).toBe(1)
    app.ctx.clock.advance(DAY_MS)
    await shop.visit()
    const { send } = await app.openSession(own.userId)
    await send(`/api/stores/details/${shop.id}`)
    expect((await mark(send, shop)).isReturned).toBe(false)
    expect(await usedToday(own)).toBe(1)
  })

  test('is taken back with the mark', async () => {
    const own = await member()
    const shop = await newShop()
    await own.send(`/api/stores/details/${shop.id}`)
    await mark(own.send, shop)
    expect(await usedToday(own)).toBe(0)
    await unmark(own.send, shop)
    expect(await usedToday(own)).toBe(1)
    await unmark(own.send, shop)
    expect(await usedToday(own)).toBe(1)
  })
})

describe('marks', () => {
  let own: TestAccount
  beforeAll(async () => {
    own = await member()
  })

  test('end at a hundred a day', { timeout: 60_000 }, async () => {
    expect(MAX_BOUNCES_PER_DAY).toBe(100)
    const addresses = Array.from({ length: 101 }, (_, at) => `box-${at}@many.example`)
    const id = await insertStore(app.ctx.db, {
      domain: 'many.example',
      email: addresses[0] ?? null,
    })
    await app.ctx.db
      .insertInto('store_mails')
      .values(addresses.map((address) => ({ address, store_id: id })))
      .execute()
    for (const email of addresses.slice(0, 100)) await mark(own.send, { id, email })
    const answer = await post(own.send, url(id), { contact: addresses[100] })
    expect(codeOf(answer)).toEqual([429, 'rate_limited'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    // A repetition is no further mark, and one may be taken back.
    await mark(own.send, { id, email: addresses[0] ?? '' })
    expect(await unmark(own.send, { id, email: addresses[0] ?? '' })).toMatchObject({
      isOwnState: false,
    })
  })

  test('are refused for an address that the store never published', async () => {
    const path = url((await newShop()).id)
    const contact = 'stranger@elsewhere.example'
    const marked = await post(own.send, path, { contact })
    const unmarked = await own.send({ method: 'DELETE', url: path, query: { contact } })
    expect([marked, unmarked].map(codeOf)).toEqual(Array(2).fill([404, 'not_found']))
  })

  test('go with the account and with the store', async () => {
    const [one, two] = [await member(), await member()]
    const [shop, gone] = [await newShop(), await newShop()]
    for (const { send } of [one, two]) for (const each of [shop, gone]) await mark(send, each)
    const { db } = app.ctx
    await eraseDomain(app.ctx, gone.host)
    await db.deleteFrom('users').where('id', '=', one.userId).execute()
    const left = await db
      .selectFrom('contact_bounces')
      .select(['user_id', 'store_id'])
      .where('store_id', 'in', [shop.id, gone.id])
      .execute()
    expect(left).toEqual([{ user_id: two.userId, store_id: shop.id }])
    expect(
      await db.selectFrom('bounced_contacts').where('store_id', '=', gone.id).selectAll().execute(),
    ).toEqual([])
  })

  test('that others contradict are listed in the console with their accounts, the most contradicted first', async () => {
    const operator = await openConsole(app)
    const [liar, sceptic, honest] = [await member(), await member(), await member()]
    const disputed = [await newShop(), await newShop()]
    for (const shop of disputed) {
      await mark(liar.send, shop)
      await mark(honest.send, shop)
      await unmark(sceptic.send, shop)
    }
    await mark(liar.send, await newShop())
    await unmark(honest.send, disputed[1] ?? { id: 0 as StoreId, email: '' })
    const { content } = listContradictedBounces.response.parse(
      (await operator.send('/api/operator/bounces?size=100')).json(),
    )
    const of = ({ userId }: TestAccount) => content.find(({ id }) => id === userId)
    expect(of(liar)).toMatchObject({ marks: 3, contradicted: 2, others: 1, isLocked: false })
    expect(of(honest)).toMatchObject({ marks: 1, contradicted: 1 })
    expect(content.map(({ contradicted }) => contradicted)).toEqual(
      content.map(({ contradicted }) => contradicted).toSorted((a, b) => b - a),
    )
  })
})

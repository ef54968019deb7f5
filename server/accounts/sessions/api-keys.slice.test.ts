import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  API_CALLS_PER_MINUTE,
  listApiKeys,
  MAX_API_KEYS,
} from '#contracts/workspace/integrations.ts'
import { limits } from '#server/platform/limits.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/opaque-token.ts'
import { changeUser, emptyTables, insertApiKey, insertStore } from '#testing/factories.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, inTurn, post, statusesOf, type TestAccount } from '#testing/test-app.ts'

let owner: TestAccount
const app = useTestApp()
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits')
  owner = await newOwner()
})

const newOwner = () => app.newAccount('PLUS_USER')

const create = (name: string, send = owner.send) => post(send, '/api/users/api-keys', { name })
const keysOf = async (send = owner.send) =>
  listApiKeys.response.parse((await send('/api/users/api-keys')).json())
const callWith = (key: string, url = '/api/stores', method: 'GET' | 'POST' = 'GET') =>
  app.anonymous({ method, url, headers: { authorization: `Bearer ${key}` } })
const statusWith = async (key: string, url?: string) => codeOf(await callWith(key, url))
const updateOwner = (columns: Parameters<typeof changeUser>[2]) =>
  changeUser(app.ctx.db, owner.userId, columns)

test('a new key is shown once, and reads the lists of stores from then on', async () => {
  await insertStore(app.ctx.db, { name: 'Moon Lamps' })
  const { key, ...created } = (await create('CRM')).json()
  expect(key).toMatch(/^sdk_/)
  expect(await keysOf()).toEqual({ keys: [{ ...created, lastUsedAt: null }], isIncluded: true })
  expect(key.startsWith(created.start)).toBe(true)
  const answer = await callWith(key)
  expect([answer.statusCode, answer.json().content[0].name]).toEqual([200, 'Moon Lamps'])
  expect((await keysOf()).keys.map(({ lastUsedAt }) => lastUsedAt)).toEqual([
    app.ctx.now().toISOString(),
  ])
})

test('the database keeps only the digest of a key', async () => {
  const { key, id } = (await create('CRM')).json()
  const row = await app.ctx.db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.token_hash).toBe(hashOfToken(key))
  expect(JSON.stringify(row)).not.toContain(key.slice(0, 20))
})

test('programs with a key do not keep the screens of their owner waiting', async () => {
  const key = await insertApiKey(app.ctx, owner.userId)
  const storeId = await insertStore(app.ctx.db)
  // A page of details is read anew each time; a list may come from memory, and wait for no lock.
  const program = {
    headers: { authorization: `Bearer ${key}` },
    url: `/api/stores/details/${storeId}`,
  }
  const statuses: number[] = []
  const { calls } = await app.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table stores in access exclusive mode`.execute(tx)
    const calls = Array.from({ length: 30 }, async () =>
      statuses.push((await app.anonymous(program)).statusCode),
    )
    await expect.poll(() => statuses).toContain(503)
    expect((await owner.send('/api/users/api-keys')).statusCode).toBe(200)
    return { calls } // wrapped: they end after the lock
  })
  await Promise.all(calls)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('a deleted key is refused at once, and another account cannot delete it', async () => {
  const { key, id } = (await create('CRM')).json()
  const remove = (send = owner.send) => send({ method: 'DELETE', url: `/api/users/api-keys/${id}` })
  expect((await remove((await newOwner()).send)).statusCode).toBe(404)
  expect(await statusWith(key)).toEqual([200, undefined])
  expect((await remove()).statusCode).toBe(200)
  expect((await remove()).statusCode).toBe(404)
  expect(await statusWith(key)).toEqual([401, 'authentication_required'])
})

test.each([
  ['its plan has no API keys', { role: 'PRO_USER' } as const, [403, 'plan_required']],
  ['its plan has ended', { plan_until: new Date(0) }, [403, 'plan_required']],
  ['it is locked', { locked_at: new Date(0) }, [401, 'authentication_required']],
  [
    'its owner has closed it',
    { deletion_requested_at: new Date(0) },
    [401, 'authentication_required'],
  ],
])('a key of an account is refused as soon as %s', async (_, change, refusal) => {
  const key = await insertApiKey(app.ctx, owner.userId)
  expect(await statusWith(key)).toEqual([200, undefined])
  await updateOwner(change)
  expect(await statusWith(key)).toEqual(refusal)
})

test('keys of an earlier plan stay on the list, which says that the plan has none', async () => {
  await insertApiKey(app.ctx, owner.userId)
  await updateOwner({ role: 'PRO_USER' })
  const { keys, isIncluded } = await keysOf()
  expect([keys.length, isIncluded]).toEqual([1, false])
  expect((await create('another')).json().code).toBe('plan_required')
})

test.each(['sdk_', 'sdk_nonsense', `sdk_${'a'.repeat(49)}`, newToken('sdk_'), newToken('sdf_')])(
  'an invented key is refused: %s',
  async (key) => {
    expect(await statusWith(key)).toEqual([401, 'authentication_required'])
  },
)

test('a call that no key may make is audited', async () => {
  const key = await insertApiKey(app.ctx, owner.userId)
  await callWith(key, '/api/saved-stores', 'POST')
  expect(await app.auditDetails(owner.userId, 'access.refused')).toContainEqual({
    endpoint: 'saveStore',
    code: 'api_key_refused',
  })
})

test(`an account makes at most ${API_CALLS_PER_MINUTE} calls a minute with all of its keys`, async () => {
  const [first, second] = await inTurn(2, () => insertApiKey(app.ctx, owner.userId))
  await inTurn(API_CALLS_PER_MINUTE - 1, () =>
    app.ctx.limits.consume(limits.apiCalls, owner.userId),
  )
  expect((await callWith(first ?? '')).statusCode).toBe(200)
  const refused = await callWith(second ?? '')
  expect(codeOf(refused)).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await owner.send('/api/stores')).statusCode).toBe(200)
})

test(`an account has at most ${MAX_API_KEYS} keys, also when two are created at once`, async () => {
  await inTurn(MAX_API_KEYS - 1, () => insertApiKey(app.ctx, owner.userId))
  const answers = await Promise.all([create('one'), create('two')])
  expect(statusesOf(answers)).toEqual([200, 403])
  expect((await create('three')).json().code).toBe('api_key_limit')
})

test('a call with a key is no visit of its owner', async () => {
  const key = await insertApiKey(app.ctx, owner.userId)
  expect((await callWith(key, '/api/today')).statusCode).toBe(200)
  const { stayed_until } = await app.ctx.db
    .selectFrom('users')
    .select('stayed_until')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  expect(stayed_until).toBeNull()
})

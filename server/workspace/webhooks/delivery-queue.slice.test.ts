import { type KyselyPlugin, type QueryId, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { SearchMatched } from '#contracts/workspace/integrations.ts'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { emptyTables, insertStore, insertUser, insertWebhook } from '#testing/factories.ts'
import { saveSearch } from '#testing/saved-calls.ts'
import type { TestApp } from '#testing/test-app.ts'
import { useWebhookApp } from '#testing/webhook-app.ts'
import { reportDueSearches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { sendDueWebhooks } from './send-webhooks.ts'

let ctx: TestApp['ctx']
const { app, receiver } = useWebhookApp()
beforeAll(() => {
  ctx = app.ctx
})
beforeEach(async () => {
  await emptyTables(ctx, 'webhook_deliveries', 'webhooks', 'saved_searches', 'stores')
  ctx.clock.set('2026-03-10T12:00:00Z')
})

const newOwner = async () => (await insertUser(ctx, { role: 'PLUS_USER' })).userId
const webhookOf = async (userId: UserId, path: string, columns: object = {}) =>
  (await insertWebhook(ctx, userId, { url: `https://hooks.example${path}`, ...columns })).id
const newSearch = async (userId: UserId, name = 'Lamps') =>
  saveSearch((await app.openSession(userId)).send, { name, instant: true, webhooks: true })
/** A member with a search, the matches of which go to a webhook. */
async function newReader(path = '/') {
  const userId = await newOwner()
  const webhookId = await webhookOf(userId, path)
  return { userId, webhookId, searchId: await newSearch(userId) }
}
const deliveries = () =>
  ctx.db.selectFrom('webhook_deliveries').selectAll().orderBy('created_at').execute()

async function find(name: string): Promise<void> {
  ctx.clock.advance(MINUTE_MS)
  await insertStore(ctx.db, { name, visible_at: ctx.now() })
  ctx.clock.advance(5 * MINUTE_MS)
  await reportDueSearches(ctx, 'instant')
}

const messages = () =>
  receiver.received.map(({ headers, body }) => {
    const { timestamp, data } = SearchMatched.parse(JSON.parse(body))
    const names = data.stores.map(({ name }) => name)
    return { id: headers['webhook-id'], timestamp, count: data.count, names }
  })
const paths = () => receiver.received.map(({ path }) => path.replace('POST hooks.example', ''))

test('while a message waits, later matches join one other message; what was tried keeps its content', async () => {
  await newReader()
  await find('moon')
  await find('sun')
  const lastFoundAt = ctx.now().toISOString()
  expect(await deliveries()).toHaveLength(1)
  receiver.status = 500
  await sendDueWebhooks(ctx)
  for (const name of ['star', 'comet', 'planet']) await find(name)
  expect(await deliveries()).toHaveLength(2)
  receiver.status = 200
  await sendDueWebhooks(ctx)
  await sendDueWebhooks(ctx)
  const [failed, repeated, next, ...others] = messages()
  expect(failed).toMatchObject({ timestamp: lastFoundAt, count: 2, names: ['sun', 'moon'] })
  expect(repeated).toEqual(failed)
  expect(next).toMatchObject({
    timestamp: ctx.now().toISOString(),
    count: 3,
    names: ['planet', 'comet', 'star'],
  })
  expect([others, await deliveries()]).toEqual([[], []])
  expect(next?.id).not.toBe(failed?.id)
})

test('a message that was tried comes before a later one about the same search, which waits untried meanwhile', async () => {
  await newReader()
  receiver.status = 500
  for (const name of ['moon', 'sun', 'star', 'comet']) {
    await find(name)
    await sendDueWebhooks(ctx)
  }
  expect((await deliveries()).map(({ tries }) => tries > 0)).toEqual([true, false])
  expect(new Set(messages().map(({ id }) => id)).size).toBe(1)
})

test('slow receivers of one account take two places, and another account gets its messages meanwhile', async () => {
  const slow = await newOwner()
  for (let at = 0; at < 5; at += 1) await webhookOf(slow, `/slow/${at}`)
  await newSearch(slow)
  await find('moon')
  await newReader('/quick')
  await find('sun')
  const quickArrived = Promise.withResolvers<void>()
  const twoAreOpen = Promise.withResolvers<void>()
  let open = 0
  let mostOpen = 0
  receiver.onRequest = async ({ path }) => {
    if (path.endsWith('/quick')) return quickArrived.resolve()
    open += 1
    mostOpen = Math.max(mostOpen, open)
    if (open === 2) twoAreOpen.resolve()
    await Promise.all([quickArrived.promise, twoAreOpen.promise])
    await new Promise((resolve) => setTimeout(resolve, 20))
    open -= 1
  }
  await sendDueWebhooks(ctx)
  expect([receiver.received.length, mostOpen, await deliveries()]).toEqual([6, 2, []])
})

test('the webhook that was tried least recently comes first, however much waits for another', async () => {
  const userId = await newOwner()
  const recent = { last_attempt_at: ctx.now() }
  for (const path of ['/recent/1', '/recent/2']) await webhookOf(userId, path, recent)
  for (const name of ['Lamps', 'Lights', 'Shades']) await newSearch(userId, name)
  await find('moon')
  await webhookOf(userId, '/new')
  await webhookOf(userId, '/old', { last_attempt_at: new Date(ctx.now().getTime() - HOUR_MS) })
  await find('sun')
  const firstTwo = Promise.withResolvers<void>()
  receiver.onRequest = () => {
    if (receiver.received.length === 2) firstTwo.resolve()
    return firstTwo.promise
  }
  await sendDueWebhooks(ctx)
  expect(paths().slice(0, 2).toSorted()).toEqual(['/new', '/old'])
  expect(paths()).toHaveLength(12)
})

test.each([
  ['is large', { headers: {}, body: 'x'.repeat(2 * 1024 * 1024) }],
  ['is damaged', { headers: { 'content-encoding': 'gzip' }, body: 'x' }],
  ['has an unknown encoding', { headers: { 'content-encoding': 'rot13' }, body: 'x' }],
])('the status of an answer counts, also when its body %s', async (_body, answer) => {
  const { webhookId } = await newReader()
  receiver.answer = answer
  const stateAfter = async (status: number, name: string) => {
    receiver.status = status
    await find(name)
    await sendDueWebhooks(ctx)
    const columns = ['last_status', 'paused_at'] as const
    return ctx.db
      .selectFrom('webhooks')
      .select(columns)
      .where('id', '=', webhookId)
      .executeTakeFirstOrThrow()
  }
  expect(await stateAfter(200, 'moon')).toEqual({ last_status: 200, paused_at: null })
  expect(await deliveries()).toEqual([])
  expect(await stateAfter(410, 'sun')).toEqual({ last_status: 410, paused_at: ctx.now() })
  expect(receiver.received[0]?.headers['accept-encoding']).toBe('identity')
})

/** Ids in this order; rows are written, and so found, in the opposite one. */
const [LOW, HIGH] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

test.each([
  ['a webhook', '/api/webhooks/'],
  ['a search', '/api/saved-searches/'],
])(
  'deleting %s waits for deliveries in the order of their ids, so that it meets no other in a circle',
  async (what, url) => {
    const { userId, webhookId, searchId } = await newReader()
    const at = ctx.now()
    const times = { found_at: at, found_until: at, created_at: at, due_at: at }
    for (const id of [HIGH, LOW])
      await ctx.db
        .insertInto('webhook_deliveries')
        .values({ id, webhook_id: webhookId, search_id: searchId, ...times })
        .execute()
    const lock = (db: TestApp['ctx']['db'], id: string) =>
      sql`select from webhook_deliveries where id = ${id} for update`.execute(db)
    const session = await app.openSession(userId)
    const { answer } = await ctx.db.transaction().execute(async (db) => {
      await lock(db, LOW)
      const answer = session.send({
        method: 'DELETE',
        url: `${url}${what === 'a webhook' ? webhookId : searchId}`,
      })
      await expect.poll(() => countLockWaits(ctx.db)).toBe(1)
      await lock(db, HIGH)
      return { answer } // wrapped: it must not be awaited here
    })
    expect((await answer).statusCode).toBe(200)
    expect(await deliveries()).toEqual([])
  },
)

test('a message is sent in the same run though the one before it ends while the next is looked up', async () => {
  const { userId } = await newReader('/one')
  for (const name of ['Lights', 'Shades']) await newSearch(userId, name)
  await find('moon')
  await sendDueWebhooks({ ...ctx, db: ctx.db.withPlugin(slowLeases()) })
  expect(paths()).toHaveLength(3)
})

/** Delays the answer to each lease of a delivery, as a busy machine does. */
function slowLeases(): KyselyPlugin {
  const leases = new WeakSet<QueryId>()
  return {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('first_tried_at = coalesce')) leases.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (leases.has(queryId)) await new Promise((resolve) => setTimeout(resolve, 100))
      return result
    },
  }
}

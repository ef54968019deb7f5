import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { SearchMatched } from '#contracts/workspace/integrations.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/workspace/api.ts'
import { reportDueSearches } from '#server/workspace/saved-searches/search-matches-job.ts'
import {
  changeUser,
  emptyTables,
  insertStore,
  insertUser,
  insertWebhook,
} from '#testing/factories.ts'
import { saveSearch } from '#testing/saved-calls.ts'
import type { TestApp } from '#testing/test-app.ts'
import { useWebhookApp } from '#testing/webhook-app.ts'
import { sendDueWebhooks } from './send-webhooks.ts'
import { sealSecret } from './webhook-message.ts'

let ctx: TestApp['ctx']
let userId: UserId
const { app, receiver } = useWebhookApp()
beforeAll(async () => {
  ctx = app.ctx
  userId = (await insertUser(ctx, { role: 'PLUS_USER' })).userId
})
beforeEach(async () => {
  await emptyTables(ctx, 'webhook_deliveries', 'webhooks', 'saved_searches', 'stores')
  // The library that checks signatures reads the clock of the machine, which `find` reaches.
  ctx.clock.set(new Date(Date.now() - 2 * STEP_MS))
  await change({ role: 'PLUS_USER', language: 'en', deletion_requested_at: null, locked_at: null })
})

const change = (columns: object) => changeUser(ctx.db, userId, columns)
const deliveries = () =>
  ctx.db.selectFrom('webhook_deliveries').selectAll().orderBy('created_at').execute()
const webhook = (id: string) =>
  ctx.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const idsOf = (received = receiver.received) => received.map(({ headers }) => headers['webhook-id'])

const newSearch = async (changes: object = {}) =>
  saveSearch((await app.openSession(userId)).send, { instant: true, webhooks: true, ...changes })

const STEP_MS = 5 * MINUTE_MS

async function find(...names: string[]): Promise<void> {
  ctx.clock.advance(STEP_MS)
  for (const name of names)
    await insertStore(ctx.db, {
      name,
      domain: `${name}.example`,
      visible_at: ctx.now(),
      email: `hello@${name}.example`,
      category: 'fashion',
      launch_day: '2026-03-09',
    })
  ctx.clock.advance(STEP_MS)
  await reportDueSearches(ctx, 'instant')
}

/** A message about one match waits for a new webhook. */
async function queueMatch(columns: Parameters<typeof insertWebhook>[2] = {}): Promise<string> {
  const { id } = await insertWebhook(ctx, userId, columns)
  await newSearch()
  await find('moon')
  return id
}

test('the matches of a run arrive as one signed message, without contacts', async () => {
  const { id, secret } = await insertWebhook(ctx, userId)
  const search = await newSearch({ name: 'Lamps & more', view: 'leads' })
  await find('moon', 'sun')
  const foundAt = ctx.now()
  await sendDueWebhooks(ctx)
  const [message, ...others] = receiver.received
  if (!message) throw new Error('nothing was sent')
  expect(others).toEqual([])
  expect(await deliveries()).toEqual([])
  expect(await webhook(id)).toMatchObject({
    last_status: 200,
    last_attempt_at: foundAt,
    failing_since: null,
  })
  const headers = message.headers as Record<string, string>
  const { timestamp, data } = SearchMatched.parse(
    new Verifier(secret).verify(message.body, headers),
  )
  expect(timestamp).toBe(foundAt.toISOString())
  expect(data.search).toEqual({
    id: search,
    name: 'Lamps & more',
    url: expect.stringContaining('/list?'),
  })
  expect(data.search.url).toContain(`search=${search}`)
  expect([data.count, data.stores.map(({ name }) => name)]).toEqual([2, ['sun', 'moon']])
  expect(data.stores[0]).toMatchObject({
    domain: 'sun.example',
    foundDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    launchDate: '2026-03-09',
    launchConfidence: 'high',
    country: 'DE',
    category: 'fashion',
    productCount: 12,
    url: expect.stringContaining(`/store/${data.stores[0]?.id}`),
  })
  expect(message.body).not.toContain('hello@')
})

test('a message that fails is repeated under the same id, later each time, ten times in all', async () => {
  const id = await queueMatch()
  receiver.status = 500
  const waits: number[] = []
  for (let tries = 1; (await deliveries()).length > 0; tries += 1) {
    await sendDueWebhooks(ctx)
    expect(receiver.received).toHaveLength(tries)
    const [waiting] = await deliveries()
    if (!waiting) break
    const wait = waiting.due_at.getTime() - ctx.now().getTime()
    waits.push(wait / MINUTE_MS)
    ctx.clock.advance(wait - 1)
    await sendDueWebhooks(ctx)
    expect(receiver.received).toHaveLength(tries)
    ctx.clock.advance(1)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(new Set(idsOf()).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect((await webhook(id)).last_status).toBe(500)
})

test('after a failure what else waits for that webhook waits too, and another webhook gets its messages', async () => {
  const failing = await insertWebhook(ctx, userId, { url: 'https://inside.example/' })
  await insertWebhook(ctx, userId)
  for (const name of ['Lamps', 'Lights', 'Shades']) await newSearch({ name })
  await find('moon')
  await sendDueWebhooks(ctx)
  expect(receiver.received).toHaveLength(3)
  const waiting = await deliveries()
  expect(waiting.map(({ webhook_id }) => webhook_id)).toEqual(Array(3).fill(failing.id))
  expect(waiting.map(({ tries }) => tries).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  expect(new Set(waiting.map(({ due_at }) => due_at.getTime() - ctx.now().getTime()))).toEqual(
    new Set([MINUTE_MS]),
  )
})

test('a process that is killed once the receiver has accepted sends the message again under the same id', async () => {
  await queueMatch()
  const leased: Awaited<ReturnType<typeof deliveries>> = []
  receiver.onRequest = async () => leased.push(...(await deliveries()))
  await sendDueWebhooks(ctx)
  await ctx.db.insertInto('webhook_deliveries').values(leased).execute()
  await sendDueWebhooks(ctx)
  expect(receiver.received).toHaveLength(1)
  receiver.onRequest = () => undefined
  ctx.clock.advance(2 * MINUTE_MS)
  await sendDueWebhooks(ctx)
  expect(receiver.received).toHaveLength(2)
  expect(new Set(idsOf()).size).toBe(1)
  expect(await deliveries()).toEqual([])
})

test('a stopped run says nothing about the receiver and sends the message later', async () => {
  const id = await queueMatch()
  const stop = new AbortController()
  receiver.onRequest = async () => {
    stop.abort()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await sendDueWebhooks(ctx, stop.signal)
  expect(await webhook(id)).toMatchObject({ last_attempt_at: null, failing_since: null })
  // Not counted as a try, and due at once.
  expect(await deliveries()).toMatchObject([{ tries: 0, due_at: ctx.now() }])
  receiver.onRequest = () => undefined
  await sendDueWebhooks(ctx)
  expect((await webhook(id)).last_status).toBe(200)
  expect(new Set(idsOf()).size).toBe(1)
})

test('parallel runs send each message once, and to one webhook one after the other within a run', async () => {
  await insertWebhook(ctx, userId)
  for (let at = 0; at < 12; at += 1) await newSearch({ name: `Search ${at}` })
  await find('moon')
  let open = 0
  let mostOpen = 0
  receiver.onRequest = async () => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    await new Promise((resolve) => setTimeout(resolve, 10))
    open -= 1
  }
  await Promise.all([sendDueWebhooks(ctx), sendDueWebhooks(ctx)])
  expect(new Set(idsOf()).size).toBe(12)
  expect(receiver.received).toHaveLength(12)
  expect(mostOpen).toBeLessThanOrEqual(2)
})

test('a message that cannot be composed is logged and given up after ten tries, and holds up no other', async () => {
  ctx.testLog.expectError('webhook.broken')
  const broken = await insertWebhook(ctx, userId)
  await queueMatch()
  // A secret that is no base64.
  await ctx.db
    .updateTable('webhooks')
    .set({ secret: sealSecret(ctx, 'whsec_%') })
    .where('id', '=', broken.id)
    .execute()
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await deliveries()).toHaveLength(tries === 1 ? 2 : 1)
    await sendDueWebhooks(ctx)
    ctx.clock.advance(60 * MINUTE_MS)
  }
  expect(receiver.received).toHaveLength(1)
  expect(await deliveries()).toEqual([])
  // The place without the message, which may quote a row.
  const entry = ctx.testLog.entries.find(({ event }) => event === 'webhook.broken')
  expect(entry).toMatchObject({
    tries: 1,
    at: expect.arrayContaining([expect.stringContaining('at ')]),
  })
  expect(entry).not.toHaveProperty('err')
})

test('an answer of 410 pauses a webhook at once, and what waited for it is dropped', async () => {
  const { id } = await insertWebhook(ctx, userId)
  await newSearch()
  await newSearch({ name: 'Lights' })
  await find('moon')
  receiver.status = 410
  await sendDueWebhooks(ctx)
  expect((await webhook(id)).paused_at).toEqual(ctx.now())
  expect(receiver.received).toHaveLength(1)
  expect(await deliveries()).toEqual([])
  await find('sun')
  expect(await deliveries()).toEqual([])
})

test('a webhook that has failed for three days is paused, and one success ends that count', async () => {
  const { id } = await insertWebhook(ctx, userId)
  await newSearch()
  const fail = async (name: string) => {
    await find(name)
    receiver.status = 503
    await sendDueWebhooks(ctx)
    return (await webhook(id)).paused_at
  }
  const succeed = async () => {
    receiver.status = 200
    ctx.clock.advance(HOUR_MS)
    await sendDueWebhooks(ctx)
    expect((await webhook(id)).failing_since).toBeNull()
  }
  expect(await fail('moon')).toBeNull()
  await succeed()
  for (let half = 0; half < 6; half += 1) {
    expect(await fail(`sun-${half}`)).toBeNull()
    ctx.clock.advance(12 * HOUR_MS)
  }
  expect(await deliveries()).not.toEqual([])
  expect(await fail('comet')).toEqual(ctx.now())
  expect(await deliveries()).toEqual([])
})

test('a failure after a day without an attempt does not add up with an earlier one', async () => {
  const id = await queueMatch({
    failing_since: new Date(ctx.now().getTime() - 7 * DAY_MS),
    last_attempt_at: new Date(ctx.now().getTime() - 2 * DAY_MS),
  })
  receiver.status = 503
  await sendDueWebhooks(ctx)
  expect(await webhook(id)).toMatchObject({ failing_since: ctx.now(), paused_at: null })
})

test.each([
  ['its search is deleted', () => ctx.db.deleteFrom('saved_searches').execute()],
  [
    'its search no longer goes to webhooks',
    () => ctx.db.updateTable('saved_searches').set({ webhooks: false }).execute(),
  ],
  ['its stores opted out', () => eraseDomain(ctx, 'moon.example')],
  ['the webhook is deleted', () => ctx.db.deleteFrom('webhooks').execute()],
  ['the plan has no webhooks', () => change({ role: 'PRO_USER' })],
  ['the account is locked', () => change({ locked_at: ctx.now() })],
  ['the account is being deleted', () => change({ deletion_requested_at: ctx.now() })],
])('a waiting message is dropped once %s', async (_, end) => {
  await queueMatch()
  expect(await deliveries()).toHaveLength(1)
  await end()
  await sendDueWebhooks(ctx)
  expect([receiver.received, await deliveries()]).toEqual([[], []])
})

test('a message that waits for a week is deleted at night', async () => {
  await queueMatch()
  ctx.clock.advance(7 * DAY_MS)
  await deleteOldRows(ctx, retention)
  expect(await deliveries()).toHaveLength(1)
  ctx.clock.advance(1)
  await deleteOldRows(ctx, retention)
  expect(await deliveries()).toEqual([])
})

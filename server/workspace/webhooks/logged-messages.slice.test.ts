import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import { changeUser, emptyTables, insertStore, insertWebhook } from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import { saveSearch } from '#testing/saved-calls.ts'
import { post, type TestAccount, type TestApp } from '#testing/test-app.ts'
import { useWebhookApp } from '#testing/webhook-app.ts'
import { sendDueWebhooks } from './send-webhooks.ts'

const URL_OF_HOOK = 'https://hooks.example/matches?token=secret'

let ctx: TestApp['ctx']
let owner: TestAccount
const { app, receiver } = useWebhookApp()
beforeAll(() => {
  ctx = app.ctx
})
beforeEach(async () => {
  await emptyTables(ctx, 'webhook_deliveries', 'outgoing_mails', 'request_limits')
  owner = await app.newAccount('PLUS_USER')
})

const logged = () =>
  ctx.db
    .selectFrom('delivery_log')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .orderBy('at')
    .execute()
const sendTest = (id: string) => post(owner.send, `/api/webhooks/${id}/test`)

/** A message about one match of a search. */
async function queueMessage(webhookId: string): Promise<string> {
  const at = ctx.now()
  const id = randomUUID()
  const searchId = await saveSearch(owner.send, { query: '', webhooks: true })
  const hit = { search_id: searchId, store_id: await insertStore(ctx.db), at }
  await ctx.db.insertInto('saved_search_hits').values(hit).execute()
  const due = { found_at: at, found_until: at, created_at: at, due_at: at }
  await ctx.db
    .insertInto('webhook_deliveries')
    .values({ id, webhook_id: webhookId, search_id: searchId, ...due })
    .execute()
  return id
}

test('each attempt is in the log of the owner, with the answer and the next try', async () => {
  const { id } = await insertWebhook(ctx, owner.userId, { url: URL_OF_HOOK })
  const messageId = await queueMessage(id)
  receiver.status = 503
  await sendDueWebhooks(ctx)
  const { due_at: nextAt } = await ctx.db
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .executeTakeFirstOrThrow()
  ctx.clock.advance(MINUTE_MS)
  receiver.status = 200
  await sendDueWebhooks(ctx)
  const message = {
    channel: 'webhook',
    subject_kind: 'saved_search.matched',
    subject: 'Lamps',
    target: 'https://hooks.example/matches',
    message_id: messageId,
  }
  expect(await logged()).toMatchObject([
    { ...message, outcome: 'failed', status: 503, reason: 'status', next_at: nextAt },
    { ...message, outcome: 'sent', status: null, reason: null, next_at: null },
  ])
})

test('the last try is followed by none, and one without an answer says what kept it away', async () => {
  const { id } = await insertWebhook(ctx, owner.userId, { url: 'https://inside.example/' })
  await queueMessage(id)
  for (let tries = 1; tries <= 10; tries += 1) {
    await sendDueWebhooks(ctx)
    ctx.clock.advance(60 * MINUTE_MS)
  }
  const attempts = await logged()
  expect(attempts.map(({ next_at }) => next_at !== null)).toEqual([...Array(9).fill(true), false])
  expect(new Set(attempts.map(({ reason, status }) => `${reason} ${status}`))).toEqual(
    new Set(['address null']),
  )
})

test('an account that is erased while its message is under way gets no line', async () => {
  const { id } = await insertWebhook(ctx, owner.userId)
  receiver.onRequest = () => ctx.db.deleteFrom('users').where('id', '=', owner.userId).execute()
  receiver.status = 500
  expect((await sendTest(id)).statusCode).toBe(404)
  expect(await logged()).toEqual([])
})

describe('a pause', () => {
  const pausedMails = async () =>
    (await readMails(ctx)).filter(({ kind }) => kind === 'webhook_paused')

  async function pause(): Promise<string> {
    const { id } = await insertWebhook(ctx, owner.userId, { url: URL_OF_HOOK })
    receiver.status = 410
    await sendTest(id)
    return id
  }

  test('is in the log, and its owner gets one mail that names the host and the answer', async () => {
    await changeUser(ctx.db, owner.userId, { language: 'de' })
    await pause()
    expect(await logged()).toMatchObject([{ outcome: 'paused', status: 410, next_at: null }])
    const [mail, ...others] = await pausedMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ language: 'de', recipient: owner.email })
    expect(mail?.subject).toContain('hooks.example')
    expect(mail?.text).toContain('HTTP 410')
    expect(mail?.text).not.toContain('secret')
    expect(mail?.link).toContain('/settings/api')
  })

  test('that a failed test confirms sends no second mail', async () => {
    const id = await pause()
    await sendTest(id)
    expect(await pausedMails()).toHaveLength(1)
    expect((await logged()).map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'paused'])
  })

  test('that ended before the mail went out sends none', async () => {
    const id = await pause()
    receiver.status = 200
    await sendTest(id)
    expect(await pausedMails()).toEqual([])
  })
})

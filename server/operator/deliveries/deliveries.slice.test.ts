import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { UserId } from '#contracts/ids.ts'
import {
  listWaitingEvents,
  listWaitingMails,
  listWaitingWebhooks,
} from '#contracts/operator/deliveries.ts'
import { emptyTables, insertMail, insertUser, insertWebhook } from '#testing/factories.ts'
import { useConsole } from '#testing/shared-console.ts'
import { inTurn } from '#testing/test-app.ts'

const { app, operator, ask, get, actionsOn } = useConsole()

const jobsOf = async (name: string): Promise<unknown[]> => {
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = ${name} and state = 'created' order by created_on`.execute(
    app.ctx.db,
  )
  return rows.map(({ data }) => data)
}

describe('mails in trouble', () => {
  const insertTried = (tries: number) =>
    insertMail(app.ctx, { tries, due_at: new Date(app.ctx.now().getTime() + 600_000) })

  test('come with the most tries first; one can be tried now, and one given up', async () => {
    const [fresh, stuck] = [await insertTried(0), await insertTried(5)]
    const { content } = listWaitingMails.response.parse(await get('mails'))
    expect(content.map(({ id, tries }) => [id, tries])).toEqual([
      [stuck, 5],
      [fresh, 0],
    ])
    expect((await ask('POST', `mails/${stuck}/send`)).json()).toEqual({ done: true })
    expect((await get('mails')).content[0]).toMatchObject({
      id: stuck,
      dueAt: app.ctx.now().toISOString(),
    })
    expect(await jobsOf('send-mail')).toMatchObject([{ mailId: stuck }])
    expect((await ask('DELETE', `mails/${fresh}`)).json()).toEqual({ done: true })
    expect((await get('mails')).totalElements).toBe(1)
    for (const answer of [
      await ask('DELETE', `mails/${fresh}`),
      await ask('POST', `mails/${fresh}/send`),
    ])
      expect(answer.statusCode).toBe(404)
    expect(await actionsOn(stuck)).toEqual([
      { by: operator.userId, action: 'mail.sent_now', before: { kind: 'verify', tries: 5 } },
    ])
    expect(await actionsOn(fresh)).toMatchObject([{ action: 'mail.deleted' }])
  })
})

describe('mails of a kind', () => {
  test('are filtered, and every kind is counted', async () => {
    await emptyTables(app.ctx, 'outgoing_mails')
    for (const kind of ['digest', 'digest', 'verify']) await insertMail(app.ctx, { kind })
    const page = listWaitingMails.response.parse(await get('mails?kind=digest&size=1'))
    expect(page).toMatchObject({ content: [{ kind: 'digest' }], totalElements: 2 })
    expect(page.kinds).toEqual([
      { kind: 'digest', count: 2 },
      { kind: 'verify', count: 1 },
    ])
    expect((await get('mails?kind=none')).totalElements).toBe(0)
  })
})

describe('messages to webhooks that wait', () => {
  test('are counted by webhook, the longest wait first, by the host alone', async () => {
    const { ctx } = app
    const { userId } = await insertUser(ctx, { role: 'PLUS_USER' })
    const failing = { failing_since: ctx.now(), last_attempt_at: ctx.now(), last_status: 503 }
    const url = 'https://hooks.example/secret?token=7'
    const webhooks = [
      await insertWebhook(ctx, userId),
      await insertWebhook(ctx, userId, { url, ...failing }),
      await insertWebhook(ctx, userId),
    ]
    const search = randomUUID()
    const wait = async (webhook: number, ageMs: number, dueInMs: number) => {
      const at = new Date(ctx.now().getTime() - ageMs)
      const times = { found_at: at, found_until: at, created_at: at }
      const dueAt = new Date(ctx.now().getTime() + dueInMs)
      const own = { id: randomUUID(), webhook_id: webhooks[webhook]?.id ?? '', search_id: search }
      await ctx.db
        .insertInto('webhook_deliveries')
        .values({ ...own, ...times, due_at: dueAt })
        .execute()
      return { at: at.toISOString(), dueAt: dueAt.toISOString() }
    }
    await insertSearch(userId, search)
    await wait(0, 1_000, 0)
    const oldest = await wait(1, 60_000, 120_000)
    const next = await wait(1, 30_000, 90_000)
    const { content } = listWaitingWebhooks.response.parse(await get('webhooks'))
    expect(content.map(({ id, waiting }) => [id, waiting])).toEqual([
      [webhooks[1]?.id, 2],
      [webhooks[0]?.id, 1],
    ])
    expect(content[0]).toMatchObject({
      host: 'hooks.example',
      userId,
      oldestAt: oldest.at,
      dueAt: next.dueAt,
      failingSince: ctx.now().toISOString(),
      lastStatus: 503,
    })
    expect((await get('system')).deliveries).toMatchObject({ waiting: 3, retrying: 0 })
  })
})

const insertSearch = (userId: UserId, id: string) => {
  const at = app.ctx.now()
  const times = { mails_since: at, checked_at: at, created_at: at, updated_at: at, seen_at: at }
  return app.ctx.db
    .insertInto('saved_searches')
    .values({ id, user_id: userId, name: 'Lamps', view: 'stores', query: '', ...times })
    .execute()
}

describe('payment events in trouble', () => {
  const insertEvent = (id: string, change: object = {}) =>
    app.ctx.db
      .insertInto('billing_events')
      .values({
        provider: 'sandbox',
        event_id: id,
        kind: 'invoice.paid',
        customer_id: `cus_${id}`,
        received_at: app.ctx.now(),
        ...change,
      })
      .execute()

  test('lists unapplied events, oldest first', async () => {
    await insertEvent('old', { received_at: new Date(app.ctx.now().getTime() - 60_000) })
    await insertEvent('new')
    await insertEvent('applied', { processed_at: app.ctx.now() })
    const { content } = listWaitingEvents.response.parse(await get('payment-events'))
    expect(content.map(({ id }) => id)).toEqual(['old', 'new'])
  })

  test('are applied by reading their customer again, which one job does for many clicks', async () => {
    const apply = (id: string) => ask('POST', 'payment-events/apply', { provider: 'sandbox', id })
    for (const answer of await inTurn(2, () => apply('new')))
      expect(answer.json()).toEqual({ done: true })
    expect(await jobsOf('sync-billing-customer')).toMatchObject([{ customerId: 'cus_new' }])
    await insertEvent('nobody', { customer_id: null })
    for (const id of ['applied', 'unknown', 'nobody'])
      expect((await apply(id)).statusCode).toBe(404)
    expect((await actionsOn('new'))[0]).toEqual({
      by: operator.userId,
      action: 'payment_event.applied',
      before: { provider: 'sandbox', kind: 'invoice.paid' },
    })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import { toUserId } from '#contracts/ids.ts'
import { insertTrend, insertUser, insertWebhook } from '#testing/factories.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { deleteOldRows } from './purge-old-rows.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx[Symbol.asyncDispose]())

test('trends and audit events older than 400 days are deleted, younger ones stay', async () => {
  const today = dayOf(ctx.now())
  const ages = [0, 366, 399, 401, 900]
  for (const age of ages) {
    const day = addDays(today, -age)
    await insertTrend(ctx.db, '1-1', day)
    await ctx.db
      .insertInto('audit_events')
      .values({
        id: randomUUID(),
        at: `${day}T10:00:00Z`,
        kind: 'account.created',
        user_id: null,
        network: null,
        detail: 'null',
      })
      .execute()
  }
  await deleteOldRows(ctx)
  await deleteOldRows(ctx)
  const trends = await ctx.db
    .selectFrom('product_trends')
    .select('day')
    .orderBy('day', 'desc')
    .execute()
  const scores = await ctx.db
    .selectFrom('trend_scores')
    .select('day')
    .orderBy('day', 'desc')
    .execute()
  const events = await ctx.db
    .selectFrom('audit_events')
    .select('at')
    .orderBy('at', 'desc')
    .execute()
  const kept = [0, 366, 399].map((age) => addDays(today, -age))
  expect(trends.map(({ day }) => day)).toEqual(kept)
  expect(scores.map(({ day }) => day)).toEqual(kept)
  expect(events.map(({ at }) => dayOf(at))).toEqual(kept)
})

test('mail that could not be sent within a week is deleted', async () => {
  const mail = { kind: 'note', recipient: 'ada@example.test', language: 'en', params: '{}' }
  for (const days of [6, 8]) {
    const at = new Date(ctx.now().getTime() - days * DAY_MS)
    const row = { ...mail, id: randomUUID(), created_at: at, due_at: at }
    await ctx.db.insertInto('outgoing_mails').values(row).execute()
  }
  await deleteOldRows(ctx)
  const kept = await ctx.db.selectFrom('outgoing_mails').select('created_at').execute()
  expect(kept).toEqual([{ created_at: new Date(ctx.now().getTime() - 6 * DAY_MS) }])
})

test('webhooks that outlived their account are deleted, others stay', async () => {
  const { userId } = await insertUser(ctx, { role: 'PLUS_USER' })
  const { id } = await insertWebhook(ctx, userId)
  await insertWebhook(ctx, toUserId(randomUUID()))
  await deleteOldRows(ctx)
  expect(await ctx.db.selectFrom('webhooks').select('id').execute()).toEqual([{ id }])
})

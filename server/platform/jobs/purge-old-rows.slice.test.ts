import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import { insertMail, insertTrend } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { domains } from '#server/domains.ts'
import { deleteOldRows } from './purge-old-rows.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)

const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)

async function purge(): Promise<void> {
  for (const { retention } of Object.values(domains)) await deleteOldRows(ctx, retention)
}

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
        detail: 'null',
      })
      .execute()
  }
  await purge()
  await purge()
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
  for (const days of [6, 8])
    await insertMail(ctx, { created_at: daysAgo(days), due_at: daysAgo(days) })
  await purge()
  const kept = await ctx.db.selectFrom('outgoing_mails').select('created_at').execute()
  expect(kept).toEqual([{ created_at: daysAgo(6) }])
})

test('a row that a transaction holds waits for the next night', async () => {
  const ids = [randomUUID(), randomUUID()]
  await ctx.db
    .insertInto('opt_out_requests')
    .values(ids.map((id) => ({ domain: `${id}.test`, token_hash: id, expires_at: daysAgo(8) })))
    .execute()
  const left = () =>
    ctx.db.selectFrom('opt_out_requests').select('token_hash as id').where('token_hash', 'in', ids)
  const holder = await ctx.db.startTransaction().execute()
  await holder
    .selectFrom('opt_out_requests')
    .select('domain')
    .where('token_hash', '=', ids[0] ?? '')
    .forUpdate()
    .execute()
  await purge()
  await holder.rollback().execute()
  expect(await left().execute()).toEqual([{ id: ids[0] }])
  await purge()
  expect(await left().execute()).toEqual([])
})

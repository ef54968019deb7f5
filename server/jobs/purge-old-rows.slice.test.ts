import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#contracts/dates.ts'
import { deleteOldRows } from '#server/jobs/purge-old-rows.ts'
import { createTestContext } from '#testing/test-context.ts'

test('trends and audit events of more than 400 days ago are forgotten, younger ones stay', async () => {
  await using ctx = await createTestContext()
  const today = dayOf(ctx.now())
  const ages = [0, 366, 399, 401, 900]
  for (const age of ages) {
    const day = addDays(today, -age)
    await ctx.db
      .insertInto('product_trends')
      .values({
        store_id: 1,
        product_id: 1,
        day,
        product_key: 'lamp',
        stores: 3,
        score: 40,
        badge: 'testing',
        components: '[]',
      })
      .execute()
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
  const trends = await ctx.db.selectFrom('product_trends').select('day').orderBy('day', 'desc').execute()
  const events = await ctx.db.selectFrom('audit_events').select('at').orderBy('at', 'desc').execute()
  const kept = [0, 366, 399].map((age) => addDays(today, -age))
  expect(trends.map(({ day }) => day)).toEqual(kept)
  expect(events.map(({ at }) => dayOf(at))).toEqual(kept)
})

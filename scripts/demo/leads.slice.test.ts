import { expect, test } from 'vitest'
import { dayOf } from '#contracts/dates.ts'
import { insertStores, insertUser } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { seedLeads } from './leads.ts'

test('the demo has leads in all stages, with steps for all days, and texts, once', async () => {
  await using ctx = await createTestContext()
  const email = 'plus@demo.storedawn.test'
  const { userId } = await insertUser(ctx, { role: 'PLUS_USER', email })
  await insertStores(
    ctx.db,
    Array.from({ length: 120 }, (_, at) => ({ email: `hi@shop-${at}.example` })),
  )
  const read = () =>
    ctx.db
      .selectFrom('saved_stores')
      .select(['stage', 'next_day', 'next_step', 'contacted_at'])
      .where('user_id', '=', userId)
      .execute()
  await seedLeads(ctx, email)
  await expect.poll(async () => (await read()).length).toBe(60)
  await seedLeads(ctx, email)
  const leads = await read()
  expect(new Set(leads.map(({ stage }) => stage)).size).toBe(5)
  const today = dayOf(ctx.now())
  const days = leads.flatMap(({ next_day }) => next_day ?? [])
  for (const isThere of [days.length < 60, days.includes(today), days.some((day) => day < today)])
    expect(isThere).toBe(true)
  expect(leads.every((lead) => (lead.stage === 'toContact') === (lead.contacted_at === null))).toBe(
    true,
  )
  const texts = await ctx.db.selectFrom('templates').select('position').execute()
  expect(texts).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { dayOf } from '#contracts/dates.ts'
import { insertStores, insertUser } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { seedLeads } from './leads.ts'

test('the demo has leads in all stages, with steps for all days, and texts, once', async () => {
  await using ctx = await createTestContext()
  const email = 'plus@demo.storedawn.test'
  const { userId } = await insertUser(ctx, { role: 'PLUS_USER', email })
  const stores = await insertStores(
    ctx.db,
    Array.from({ length: 120 }, (_, at) => ({ email: `hi@shop-${at}.example` })),
  )
  const read = () =>
    ctx.db
      .selectFrom('saved_stores')
      .select(['store_id', 'stage', 'next_day', 'next_step', 'contacted_at'])
      .orderBy('store_id')
      .where('user_id', '=', userId)
      .execute()
  const fillers = await seedLeads(ctx, email)
  for (const fill of fillers) expect(await fill()).toBe(false)
  const leads = await read()
  // The first stores fill the board; later ones leave some to the list of new leads.
  expect(leads.map(({ store_id }) => store_id)).toEqual(stores.slice(0, 60))
  for (const fill of fillers) expect(await fill()).toBe(false)
  expect(await read()).toHaveLength(90)
  expect(await seedLeads(ctx, email)).toEqual([])
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

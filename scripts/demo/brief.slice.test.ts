import { expect, test } from 'vitest'
import { addDays, dayOf, MINUTE_MS } from '#contracts/dates.ts'
import { sendDueBriefs } from '#server/workspace/brief/send-briefs.ts'
import { toClusterId } from '#contracts/ids.ts'
import { insertProduct, insertStore, insertStores, insertUser } from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import { createTestContext } from '#testing/test-context.ts'
import { seedBrief } from './brief.ts'
import { seedFollows } from './follows.ts'
import { seedLeads } from './leads.ts'

const EMAIL = 'plus@demo.storedawn.test'

test('an account of the demo finds a brief in its mailbox soon after the start, and one each morning', async () => {
  await using ctx = await createTestContext()
  ctx.clock.set('2026-11-29T15:00:00Z')
  const { userId: user_id } = await insertUser(ctx, { role: 'PLUS_USER', email: EMAIL })
  await seedBrief(ctx, EMAIL)
  const store_id = await insertStore(ctx.db, { name: 'Moon Lamps' })
  const step = { stage: 'replied', next_step: 'Send the offer', next_day: dayOf(ctx.now()) }
  const times = { created_at: ctx.now(), updated_at: ctx.now(), moved_at: ctx.now() }
  await ctx.db
    .insertInto('saved_stores')
    .values({ user_id, store_id, ...step, ...times })
    .execute()
  ctx.clock.advance(2 * MINUTE_MS)
  await sendDueBriefs(ctx)
  expect((await readMails(ctx)).map(({ subject }) => subject)).toEqual(['1 step due'])
  // Once: another start leaves the settings as they are.
  await seedBrief(ctx, EMAIL)
  await sendDueBriefs(ctx)
  expect(await readMails(ctx)).toEqual([])
  ctx.clock.set(`${addDays('2026-11-29', 1)}T06:00:00Z`)
  await sendDueBriefs(ctx)
  expect(await readMails(ctx)).toHaveLength(1)
})

test('the first brief of the demo comes as soon as its board and its follows are filled', async () => {
  await using ctx = await createTestContext()
  await insertUser(ctx, { role: 'PLUS_USER', email: EMAIL })
  const [[sendFirst], fillers] = [
    await seedBrief(ctx, EMAIL),
    [...(await seedLeads(ctx, EMAIL)), ...(await seedFollows(ctx, EMAIL))],
  ]
  const readSubjects = async () => {
    await sendDueBriefs(ctx)
    return (await readMails(ctx)).map(({ subject }) => subject)
  }
  expect(await sendFirst?.()).toBe(false)
  expect(await readSubjects()).toEqual([])
  const niche = { category: 'garden_diy', country: 'DE', status: 'PASSWORD_PROTECTED' } as const
  const stores = await insertStores(
    ctx.db,
    Array.from({ length: 120 }, (_, at) => ({ ...niche, email: `hi@shop-${at}.example` })),
  )
  for (const store of stores.slice(0, 3))
    await insertProduct(ctx.db, store, { product_id: 1, cluster: toClusterId(7) })
  for (const fill of fillers) await fill()
  expect(await sendFirst?.()).toBe(true)
  expect(await readSubjects()).toEqual([expect.stringMatching(/^15 steps due/)])
})

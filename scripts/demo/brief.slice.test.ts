import { expect, test } from 'vitest'
import { addDays, dayOf, MINUTE_MS } from '#contracts/dates.ts'
import { sendDueBriefs } from '#server/workspace/brief/send-briefs.ts'
import { insertStore, insertUser } from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import { createTestContext } from '#testing/test-context.ts'
import { seedBrief } from './brief.ts'

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

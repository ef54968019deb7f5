import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import { createTestContext } from '#testing/test-context.ts'
import { readRoleBeats, recordRoleBeat, startRoleBeats } from './role-beats.ts'

test('a process records its roles at once and counts its starts; the API, which is scraped, records nothing', async () => {
  await using ctx = await createTestContext()
  const startAs = async (...roles: ('api' | 'worker' | 'cron')[]) => {
    const beats = startRoleBeats({ ...ctx, config: { ROLES: roles } })
    await beats.stop()
  }
  await startAs('api')
  const never = { lastSeenAt: null, starts: 0 }
  expect(await readRoleBeats(ctx)).toEqual([
    { role: 'worker', ...never },
    { role: 'cron', ...never },
  ])

  await startAs('api', 'worker')
  const first = ctx.now()
  ctx.clock.advance(MINUTE_MS)
  await startAs('worker')
  expect(await readRoleBeats(ctx)).toEqual([
    { role: 'worker', lastSeenAt: ctx.now(), starts: 2 },
    { role: 'cron', ...never },
  ])
  expect(ctx.now()).not.toEqual(first)

  ctx.clock.advance(MINUTE_MS)
  await recordRoleBeat(ctx, 'worker', { isStart: false })
  const [worker] = await readRoleBeats(ctx)
  expect(worker).toEqual({ role: 'worker', lastSeenAt: ctx.now(), starts: 2 })
})

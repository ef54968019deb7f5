import { expect, test } from 'vitest'
import { createTestContext } from '#testing/test-context.ts'
import { listQuarantinedLogs, watchQuarantinedLogs } from './health-check.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)

const addLog = (
  logId: string,
  state: 'active' | 'quarantined' | 'ended',
  quarantinedAt: string | null,
) =>
  ctx.db
    .insertInto('ct_logs')
    .values({
      log_id: logId,
      description: logId,
      operator: 'Test',
      url: 'https://log.example/',
      next_index: 0,
      tree_size: 0,
      state,
      problem: state === 'active' ? null : 'it shrank',
      quarantined_at: quarantinedAt,
      updated_at: ctx.now(),
    })
    .execute()

test('quarantined logs are listed, the longest quarantine first, and counted without waiting', async () => {
  const watch = watchQuarantinedLogs(ctx.db, 0)
  expect(watch.count()).toBe(0)
  await addLog('fine', 'active', null)
  await addLog('over', 'ended', '2026-03-01T00:00:00Z')
  await addLog('late', 'quarantined', '2026-03-10T09:00:00Z')
  await addLog('early', 'quarantined', '2026-03-09T09:00:00Z')
  expect(await listQuarantinedLogs(ctx.db)).toEqual([
    { description: 'early', problem: 'it shrank', since: new Date('2026-03-09T09:00:00Z') },
    { description: 'late', problem: 'it shrank', since: new Date('2026-03-10T09:00:00Z') },
  ])
  await expect.poll(watch.count).toBe(2)
})

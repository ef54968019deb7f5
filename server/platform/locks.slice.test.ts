import { expect, test } from 'vitest'
import { createTestContext } from '#testing/test-context.ts'
import { createLease, LEASE_TAKEN_WAIT_MS } from './locks.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)

test('a process that waits for the lease of a dead one has it within a minute', async () => {
  const [dead, waiting] = ['dead', 'waiting'].map((name) => createLease(ctx, 'work', name))
  expect(await dead?.hold()).toBe(true)
  let waitedMs = 1
  ctx.clock.advance(waitedMs)
  while (!(await waiting?.hold())) {
    waitedMs += LEASE_TAKEN_WAIT_MS
    ctx.clock.advance(LEASE_TAKEN_WAIT_MS)
  }
  expect(waitedMs).toBeGreaterThan(50_000)
  expect(waitedMs).toBeLessThan(60_000)
})

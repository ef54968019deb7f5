import { emptyTables } from '#testing/factories.ts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import { createDedupWindow } from '#discovery/ct/dedup-window.ts'
import { answering, startReaderHarness, START_MS } from '#testing/discovery/log-reader-harness.ts'
import type { DnsAnswer } from '#discovery/dns/resolver.ts'
import { createLease } from '#server/platform/locks.ts'
import { createLogFollower } from './follow-logs.ts'
import { useDiscovery } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery({ CT_BACKLOG_ENTRIES: 1_000_000 })
beforeAll(async () => {
  ctx.clock.advance(START_MS + HOUR_MS - ctx.now().getTime())
})
beforeEach(async () => {
  await emptyTables(ctx, 'system_state')
})

type LogHarness = ReturnType<typeof startReaderHarness>
const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

async function startFollower(name: string, harnesses: LogHarness[]) {
  const stop = new AbortController()
  const window = () =>
    createDedupWindow({ capacity: 10_000, keepMs: 7 * 24 * HOUR_MS, now: ctx.now })
  const list = {
    operators: [
      {
        name: 'Test',
        tiled_logs: harnesses.map(({ logState: { testLog } }) => ({
          description: testLog.log.description,
          log_id: testLog.log.logId,
          key: testLog.log.key,
          submission_url: `https://${testLog.log.origin}/`,
          monitoring_url: testLog.log.url,
          state: { usable: {} },
        })),
      },
    ],
  }
  const follower = createLogFollower({
    ctx,
    signal: stop.signal,
    leaseOf: (lease) => createLease(ctx, lease, name),
    tail: {
      ctx,
      onCandidates: () => undefined,
      backlogPauseMs: async () => 0,
      screen: {
        resolveHost: async (host): Promise<DnsAnswer> =>
          host.endsWith('0.example') ? { kind: 'platform', via: 'a' } : { kind: 'elsewhere' },
        window: window(),
        platformHosts: window(),
      },
    },
    clients: {
      fetch: answering(JSON.stringify(list)),
      readLog: (log, memory) => {
        const found = harnesses.find(({ logState }) => logState.testLog.log.logId === log.logId)
        if (!found) throw new Error('an unlisted log')
        return found.openReader({ memory, now: ctx.now, partialAfterMs: 0 })
      },
    },
  })
  await follower.step()
  const end = async () => {
    stop.abort()
    await follower.stopped()
  }
  running.push(end)
  return { end }
}

const logs = async () => {
  const rows = await ctx.db.selectFrom('ct_logs').selectAll().orderBy('next_index').execute()
  return rows.map(({ state, next_index: at, problem }) => ({ state, at, problem }))
}
const countCandidates = async () =>
  (await ctx.db.selectFrom('candidates').select('host').execute()).length

test(
  'a forked log is quarantined with its problem while the other continues; shared names become one candidate',
  { tags: ['check-59'] },
  async () => {
    const [sound, forked] = [startReaderHarness({ size: 512 }), startReaderHarness({ size: 300 })]
    await startFollower('one', [sound, forked])
    await expect.poll(logs).toMatchObject([{ at: 300 }, { at: 512 }])
    expect(await countCandidates()).toBe(52)
    ctx.testLog.expectError('log.quarantined')
    ctx.clock.advance(HOUR_MS)
    Object.assign(forked.logState, { size: 400, history: 'another', headTimeMs: START_MS + 1 })
    Object.assign(sound.logState, { size: 768, headTimeMs: START_MS + 1 })
    await running.splice(0)[0]?.()
    await startFollower('one', [sound, forked])
    await expect.poll(logs).toEqual([
      {
        state: 'quarantined',
        at: 300,
        problem: 'the head of 400 entries does not contain the one of 300',
      },
      { state: 'active', at: 768, problem: null },
    ])
  },
)

test('a quarantined log stays so across a restart, is retried after an hour, and resumes only when consistent', async () => {
  const log = startReaderHarness({ size: 512 })
  const first = await startFollower('one', [log])
  await expect.poll(logs).toMatchObject([{ at: 512 }])
  await first.end()
  ctx.testLog.expectError('log.quarantined')
  Object.assign(log.logState, { size: 500, headTimeMs: START_MS + 1 })
  const second = await startFollower('two', [log])
  await expect.poll(logs).toMatchObject([{ state: 'quarantined' }])
  await second.end()
  Object.assign(log.logState, { size: 600, headTimeMs: START_MS + 2 })
  log.takeAsked()
  const third = await startFollower('three', [log])
  await expect
    .poll(() => ctx.db.selectFrom('leases').select('holder').execute())
    .toEqual([{ holder: 'three' }])
  await third.end()
  expect(log.takeAsked()).toEqual([])
  ctx.clock.advance(HOUR_MS)
  await startFollower('four', [log])
  await expect.poll(logs).toEqual([{ state: 'active', at: 600, problem: null }])
})

test('a log stopped and restarted at any moment yields each host once and leaves no entry unread', async () => {
  const log = startReaderHarness({ size: 2_000 })
  for (let start = 0; start < 6; start += 1) {
    const process = await startFollower(`process ${start}`, [log])
    await expect.poll(logs).not.toEqual([])
    await process.end()
  }
  await startFollower('last', [log])
  await expect.poll(logs).toMatchObject([{ at: 2_000 }])
  expect(await countCandidates()).toBe(200)
  expect(await ctx.db.selectFrom('ct_logs').select('entries_read').execute()).toEqual([
    { entries_read: 2_000 },
  ])
})

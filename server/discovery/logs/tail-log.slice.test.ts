import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LogEntry, LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import type { DnsAnswer } from '#discovery/dns/resolver.ts'
import { addCandidates } from '#server/discovery/candidates.ts'
import { listQuarantinedLogs } from '#server/operations/health/health-check.ts'
import { exampleHead as head, exampleLog as log } from '#testing/example-log.ts'
import { createTailDeps } from '#testing/discovery/tail-deps.ts'
import { readLogState } from './log-state.ts'
import { createBacklogPause, type TailDeps, tailLogStep } from './tail-log.ts'
import { useDiscovery } from '#testing/discovery/discovery-harness.ts'

const NEVER = new AbortController().signal
const ENTRY_MS = Date.parse('2026-03-10T10:00:00Z')

const ctx = useDiscovery({ CT_BACKLOG_ENTRIES: 1_000 })

function tailDeps(answers: Record<string, DnsAnswer> = {}) {
  const asked: string[] = []
  const deps = createTailDeps(ctx, async (host) => {
    asked.push(host)
    return answers[host] ?? { kind: 'elsewhere' }
  })
  return { ...deps, asked }
}

const entry = (index: number, ...names: string[]): LogEntry => ({
  index,
  timestampMs: ENTRY_MS + index,
  names,
})
const readerOf = (step: (from: number) => LogStep): LogReader => ({
  step: async (from) => step(from),
  readHead: async () => head,
})
const tail = (deps: TailDeps, step: (from: number) => LogStep) =>
  tailLogStep(deps, log, readerOf(step), NEVER)
const read = (deps: TailDeps, ...entries: LogEntry[]) =>
  tail(deps, (from) => ({ kind: 'entries', entries, nextIndex: from + entries.length, head }))
const brokenBy = (detail: string) => (): LogStep => ({ kind: 'broken', detail })
const LAMP: Record<string, DnsAnswer> = { 'lamp.com': { kind: 'platform', via: 'a' } }

const position = async () =>
  (await ctx.db.selectFrom('ct_logs').select('next_index').executeTakeFirst())?.next_index
const candidates = () =>
  ctx.db.selectFrom('candidates').select(['host', 'stage', 'revealed_at']).orderBy('host').execute()

test('hosts at the platform become candidates, and the position moves behind them', async () => {
  const deps = tailDeps({ ...LAMP, 'later.com': { kind: 'retry', cause: 'nxdomain' } })
  await read(
    deps,
    entry(0, 'lamp.com', 'www.lamp.com'),
    entry(1, 'later.com'),
    entry(2, '*.blog.com'),
  )
  expect(await position()).toBe(3)
  expect(await candidates()).toEqual([
    { host: 'lamp.com', stage: 'visit', revealed_at: new Date(ENTRY_MS) },
    { host: 'later.com', stage: 'resolve', revealed_at: new Date(ENTRY_MS + 1) },
  ])
})

test('a host checked this week is not resolved again', async () => {
  const deps = tailDeps()
  await read(deps, entry(0, 'blog.com'))
  await read(deps, entry(1, 'blog.com'))
  expect(deps.asked).toEqual(['blog.com'])
})

test('another log that reveals the same new host does not wait until the first one has moved its position', async () => {
  const deps = tailDeps(LAMP)
  await read(deps, entry(0, 'blog.com'))
  const step = await ctx.db.transaction().execute(async (other) => {
    await other.selectFrom('ct_logs').select('log_id').forUpdate().execute()
    const waiting = read(deps, entry(1, 'lamp.com'))
    await expect.poll(candidates).toHaveLength(1)
    await ctx.db.transaction().execute(async (db) => {
      await sql`set local lock_timeout = '1s'`.execute(db)
      const hosts = new Map([['lamp.com', new Date(ENTRY_MS)]])
      await addCandidates(db, hosts, { answer: 'pointing', logId: 'other', now: ctx.now() })
    })
    return { waiting }
  })
  await step.waiting
  expect(await position()).toBe(2)
  expect(await candidates()).toMatchObject([{ host: 'lamp.com', revealed_at: new Date(ENTRY_MS) }])
})

test('an earlier entry in another batch moves a candidate to the earlier time', async () => {
  const deps = tailDeps(LAMP)
  await read(deps, entry(500, 'lamp.com'))
  await read(deps, entry(3, 'lamp.com'))
  expect((await candidates())[0]?.revealed_at).toEqual(new Date(ENTRY_MS + 3))
})

test('a log that contradicts itself is quarantined with its problem', async () => {
  const deps = tailDeps()
  await read(deps, entry(0, 'blog.com'))
  ctx.testLog.expectError('log.quarantined')
  expect(await tail(deps, brokenBy('it shrank'))).toBeNull()
  expect(await ctx.db.selectFrom('ct_logs').select(['state', 'problem']).execute()).toEqual([
    { state: 'quarantined', problem: 'it shrank' },
  ])
})

test('the newest head and the last proven head survive a restart', async () => {
  await read(tailDeps(), entry(0, 'blog.com'))
  expect((await readLogState(ctx, log)).memory).toEqual({ head, proven: head })
  const later = { ...head, size: 2_000, rootHash: 'later' }
  await tail(tailDeps(), (from) => ({
    kind: 'entries',
    entries: [entry(from, 'blog.com')],
    nextIndex: from + 1,
    head: later,
    proven: head,
  }))
  expect((await readLogState(ctx, log)).memory).toEqual({ head: later, proven: head })
})

test('a quarantine lasts across a restart, for an hour from each check, and keeps its start time', async () => {
  ctx.testLog.expectError('log.quarantined')
  await tail(tailDeps(), brokenBy('it forked'))
  const quarantinedAt = ctx.now()
  expect(await readLogState(ctx, log)).toMatchObject({ state: 'quarantined', pauseMs: 60 * 60_000 })
  ctx.clock.advance(60 * 60_000)
  expect(await readLogState(ctx, log)).toMatchObject({ state: 'quarantined', pauseMs: 0 })
  await tail(tailDeps(), brokenBy('it forked'))
  expect(await readLogState(ctx, log)).toMatchObject({ pauseMs: 60 * 60_000 })
  expect(await listQuarantinedLogs(ctx.db)).toEqual([
    { description: 'Test log', problem: 'it forked', since: quarantinedAt },
  ])
  ctx.clock.advance(-60 * 60_000)
})

test('a log whose first head is invalid is quarantined, and starts at its head once that is valid', async () => {
  ctx.testLog.expectError('log.quarantined')
  const broken = { ...readerOf(brokenBy('bad signature')), readHead: async () => null }
  expect(await tailLogStep(tailDeps(), log, broken, NEVER)).toBeNull()
  expect((await readLogState(ctx, log)).position).toBeNull()
  const small = { ...ctx, config: { ...ctx.config, CT_BACKLOG_ENTRIES: 10 } }
  await tail({ ...tailDeps(), ctx: small }, () => ({ kind: 'wait', head, afterMs: 5 }))
  expect(await readLogState(ctx, log)).toMatchObject({ position: head.size - 10, state: 'active' })
})

test('a quarantined log with a head behind the stored position stays quarantined, one that covers it is active', async () => {
  await read(tailDeps(), entry(0, 'blog.com'))
  ctx.testLog.expectError('log.quarantined')
  await tail(tailDeps(), brokenBy('it shrank'))
  const wait = (size: number) =>
    tail(tailDeps(), () => ({ kind: 'wait', head: { ...head, size }, afterMs: 5 }))
  await wait(0)
  expect((await readLogState(ctx, log)).state).toBe('quarantined')
  await wait(1)
  expect(
    await ctx.db.selectFrom('ct_logs').select(['state', 'problem', 'quarantined_at']).execute(),
  ).toEqual([{ state: 'active', problem: null, quarantined_at: null }])
})

test('unreadable entries are counted and skipped', async () => {
  const unreadable: LogEntry = { index: 1, timestampMs: 0, names: [], isUnreadable: true }
  await read(tailDeps(), entry(0, 'blog.com'), unreadable)
  expect(
    await ctx.db.selectFrom('ct_logs').select(['next_index', 'unreadable_entries']).execute(),
  ).toEqual([{ next_index: 2, unreadable_entries: 1 }])
})

test.each([0, 1, head.timestampMs + 1, Number.MAX_SAFE_INTEGER])(
  'an entry that claims the impossible time %i reveals its host at the time of the head',
  async (timestampMs) => {
    await read(tailDeps(LAMP), { index: 0, timestampMs, names: ['lamp.com'] })
    expect((await candidates())[0]?.revealed_at).toEqual(new Date(head.timestampMs))
  },
)

const backlogPause = ({ clock }: { clock: () => number }) =>
  createBacklogPause({ db: ctx.db, config: { ...ctx.config, CT_PAUSE_ABOVE_HOSTS: 1 } }, clock)

test('a log is not read further while too many hosts wait for their first visit', async () => {
  const deps = tailDeps(LAMP)
  await read(deps, entry(0, 'lamp.com'))
  const full = { ...deps, backlogPauseMs: backlogPause({ clock: () => 0 }) }
  expect(await read(full, entry(1, 'blog.com'))).toBeGreaterThan(0)
  expect(await position()).toBe(1)
  await ctx.db.updateTable('candidates').set({ outcome: 'store' }).execute()
  await read(full, entry(1, 'blog.com'))
  expect(await position()).toBe(2)
})

test('logs share one count of the waiting hosts, which holds fifty times as long as it took', async () => {
  await read(tailDeps(LAMP), entry(0, 'lamp.com'))
  let at = 0
  const pauseMs = backlogPause({ clock: () => (at += 10) })
  // The one count begins after the first question and ends after the third, 30 ms later.
  const pauses = await Promise.all([pauseMs(), pauseMs(), pauseMs()])
  expect(pauses).toEqual([1_490, 1_480, 1_470])
  await ctx.db.updateTable('candidates').set({ outcome: 'store' }).execute()
  expect(await pauseMs()).toBeGreaterThan(0)
  at = 1_550
  expect(await pauseMs()).toBe(0)
})

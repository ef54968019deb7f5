import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LogEntry, LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import { createSeenWindow } from '#discovery/ct/window.ts'
import type { DnsAnswer } from '#discovery/dns/dns-answer.ts'
import { lastHeadOf, type TailDeps, tailLogStep } from '#server/pipeline/tail-log.ts'
import { exampleHead as head, exampleLog as log } from '#testing/example-log.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'

const NEVER = new AbortController().signal
const ENTRY_MS = Date.parse('2026-03-10T10:00:00Z')

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext({ config: { CT_BACKLOG_ENTRIES: 1_000 } })
})
afterAll(() => ctx[Symbol.asyncDispose]())
beforeEach(async () => {
  await ctx.db.deleteFrom('ct_logs').execute()
  await ctx.db.deleteFrom('candidates').execute()
})

function tailDeps(answers: Record<string, DnsAnswer>): TailDeps & { asked: string[] } {
  const asked: string[] = []
  const window = () => createSeenWindow({ capacity: 1_000, keepMs: 1_000_000, now: ctx.now })
  const resolveHost = async (host: string): Promise<DnsAnswer> => {
    asked.push(host)
    return answers[host] ?? { kind: 'elsewhere' }
  }
  return {
    ctx,
    onCandidates: () => undefined,
    screen: { resolveHost, window: window(), platformHosts: window() },
    asked,
  }
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
const entriesReader = (...entries: LogEntry[]) =>
  readerOf((from) => ({ kind: 'entries', entries, nextIndex: from + entries.length, head }))

const position = async () =>
  (await ctx.db.selectFrom('ct_logs').select('next_index').executeTakeFirst())?.next_index
const candidates = () =>
  ctx.db.selectFrom('candidates').select(['host', 'stage', 'revealed_at']).orderBy('host').execute()

test('hosts at the platform become candidates, together with the new position', async () => {
  const deps = tailDeps({
    'lamp.com': { kind: 'platform', via: 'a' },
    'later.com': { kind: 'retry', cause: 'nxdomain' },
  })
  await tailLogStep(
    deps,
    log,
    entriesReader(entry(0, 'lamp.com', 'www.lamp.com'), entry(1, 'later.com'), entry(2, '*.blog.com')),
    NEVER,
  )
  expect(await position()).toBe(3)
  expect(await candidates()).toEqual([
    { host: 'lamp.com', stage: 'visit', revealed_at: new Date(ENTRY_MS) },
    { host: 'later.com', stage: 'resolve', revealed_at: new Date(ENTRY_MS + 1) },
  ])
})

test('a host that was checked this week is not asked for again', async () => {
  const deps = tailDeps({})
  await tailLogStep(deps, log, entriesReader(entry(0, 'blog.com')), NEVER)
  await tailLogStep(deps, log, entriesReader(entry(1, 'blog.com')), NEVER)
  expect(deps.asked).toEqual(['blog.com'])
})

test('a batch whose transaction fails is read again, and nothing of it is remembered', async () => {
  const deps = tailDeps({ 'lamp.com': { kind: 'platform', via: 'a' } })
  const broken: LogStep = { kind: 'entries', entries: [entry(0, 'lamp.com')], nextIndex: Number.NaN, head }
  await expect(
    tailLogStep(
      deps,
      log,
      readerOf(() => broken),
      NEVER,
    ),
  ).rejects.toThrow(/NaN|bigint/)
  expect(await position()).toBe(0)
  expect(await candidates()).toEqual([])
  await tailLogStep(deps, log, entriesReader(entry(0, 'lamp.com')), NEVER)
  expect(await candidates()).toHaveLength(1)
})

test('an earlier entry in another batch moves a candidate to the earlier time', async () => {
  const deps = tailDeps({ 'lamp.com': { kind: 'platform', via: 'a' } })
  await tailLogStep(deps, log, entriesReader(entry(500, 'lamp.com')), NEVER)
  await tailLogStep(deps, log, entriesReader(entry(3, 'lamp.com')), NEVER)
  expect((await candidates())[0]?.revealed_at).toEqual(new Date(ENTRY_MS + 3))
})

test('a log that contradicts itself is parked with its problem', async () => {
  const deps = tailDeps({})
  await tailLogStep(deps, log, entriesReader(entry(0, 'blog.com')), NEVER)
  ctx.testLog.expectError('log.parked')
  expect(
    await tailLogStep(
      deps,
      log,
      readerOf(() => ({ kind: 'broken', detail: 'it shrank' })),
      NEVER,
    ),
  ).toBeNull()
  expect(await ctx.db.selectFrom('ct_logs').select(['state', 'problem']).execute()).toEqual([
    { state: 'parked', problem: 'it shrank' },
  ])
})

test('the verified head outlives a restart', async () => {
  await tailLogStep(tailDeps({}), log, entriesReader(entry(0, 'blog.com')), NEVER)
  expect(await lastHeadOf(ctx, log)).toEqual(head)
})

test('a log is not read on while too many hosts wait for their first visit', async () => {
  const deps = tailDeps({ 'lamp.com': { kind: 'platform', via: 'a' } })
  await tailLogStep(deps, log, entriesReader(entry(0, 'lamp.com')), NEVER)
  const full = { ...deps, ctx: { ...deps.ctx, config: { ...deps.ctx.config, CT_PAUSE_ABOVE_HOSTS: 1 } } }
  expect(await tailLogStep(full, log, entriesReader(entry(1, 'blog.com')), NEVER)).toBeGreaterThan(0)
  expect(await position()).toBe(1)
  await ctx.db.updateTable('candidates').set({ outcome: 'store' }).execute()
  await tailLogStep(full, log, entriesReader(entry(1, 'blog.com')), NEVER)
  expect(await position()).toBe(2)
})

import { beforeEach, expect, test } from 'vitest'
import type { LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import type { DnsAnswer } from '#discovery/dns/resolver.ts'
import { resolveAgainStep } from '#server/discovery/logs/resolve-again.ts'
import { tailLogStep } from '#server/discovery/logs/tail-log.ts'
import { exampleHead, exampleLog as log } from '#testing/example-log.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { createTailDeps } from '#testing/discovery/tail-deps.ts'
import { correctFoundDays } from './found-times.ts'
import { recordVisits } from './record-visits.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const START = new Date('2026-03-10T12:00:00.000Z')
const NEVER = new AbortController().signal
const PLATFORM: DnsAnswer = { kind: 'platform', via: 'a' }

const ctx = useDiscovery({ CT_BACKLOG_ENTRIES: 1_000 })
const { claim, reveal } = visitsIn(ctx)
beforeEach(() => ctx.clock.set(START))

const at = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const head = (size: number) => ({ ...exampleHead, size, timestampMs: ctx.now().getTime() })

async function readEntry(
  host: string,
  loggedAt: Date,
  { nextIndex, size, answer = PLATFORM }: { nextIndex: number; size: number; answer?: DnsAnswer },
): Promise<void> {
  const reader: LogReader = {
    readHead: async () => head(size),
    step: async (from): Promise<LogStep> => ({
      kind: 'entries',
      entries: [{ index: from, timestampMs: loggedAt.getTime(), names: [host] }],
      nextIndex,
      head: head(size),
    }),
  }
  await tailLogStep(
    createTailDeps(ctx, async () => answer),
    log,
    reader,
    NEVER,
  )
}

async function visitAll(seconds: { asked: number; visible: number }): Promise<void> {
  ctx.clock.set(at(seconds.asked))
  const claimed = await claim()
  ctx.clock.set(at(seconds.visible))
  await recordVisits(
    ctx,
    claimed.map((candidate, index) => ({
      candidate,
      result: storeVisit({ shopId: `7000000000${index}`, host: candidate.host }),
    })),
  )
}

const lags = () =>
  ctx.db
    .selectFrom('store_lags')
    .innerJoin('stores', 'stores.id', 'store_lags.store_id')
    .select(['domain', 'live', 'found_at', 'read_at', 'pointed_at', 'asked_at', 'visible_at'])
    .orderBy('domain')
    .execute()

test('a store records when it was logged, read, resolved, visited and visible', async () => {
  await readEntry('first.example', at(-900), { nextIndex: 1_000, size: 1_000 })
  ctx.clock.set(at(60))
  await readEntry('lamp.example', at(50), { nextIndex: 1_001, size: 1_001 })
  await visitAll({ asked: 64, visible: 70 })
  expect(await lags()).toEqual([
    {
      domain: 'first.example',
      // Logged before the log was read to its head for the first time.
      live: false,
      found_at: at(-900),
      read_at: at(0),
      pointed_at: at(0),
      asked_at: at(64),
      visible_at: at(70),
    },
    {
      domain: 'lamp.example',
      live: true,
      found_at: at(50),
      read_at: at(60),
      pointed_at: at(60),
      asked_at: at(64),
      visible_at: at(70),
    },
  ])
})

test('entries logged during the initial catch-up are not live finds; entries delayed later are', async () => {
  await readEntry('past.example', at(-900), { nextIndex: 100, size: 1_000 })
  ctx.clock.set(at(100))
  await readEntry('meanwhile.example', at(80), { nextIndex: 1_000, size: 1_000 })
  ctx.clock.set(at(5_000))
  await readEntry('late.example', at(200), { nextIndex: 1_001, size: 9_000 })
  await visitAll({ asked: 5_001, visible: 5_002 })
  expect((await lags()).map(({ domain, live }) => [domain, live])).toEqual([
    ['late.example', true],
    ['meanwhile.example', false],
    ['past.example', false],
  ])
})

test('a name that DNS knows only later records that delay, and a second visit changes nothing', async () => {
  await readEntry('a.example', at(-1), { nextIndex: 1_000, size: 1_000 })
  const answer: DnsAnswer = { kind: 'retry', cause: 'nxdomain' }
  await readEntry('slow.example', at(1), { nextIndex: 1_001, size: 1_001, answer })
  ctx.clock.set(at(3_600))
  await resolveAgainStep(ctx, { resolveHost: async () => PLATFORM }, () => undefined)
  await visitAll({ asked: 3_601, visible: 3_602 })
  const [, slow] = await lags()
  expect(slow).toMatchObject({ read_at: at(0), pointed_at: at(3_600), asked_at: at(3_601) })
  await ctx.db
    .updateTable('candidates')
    .set({ due_at: at(3_700) })
    .execute()
  await visitAll({ asked: 3_700, visible: 3_701 })
  expect((await lags())[1]).toEqual(slow)
})

test('an earlier entry of another log moves the start, and that log decides whether it is live', async () => {
  await readEntry('x.example', at(-900), { nextIndex: 1_000, size: 1_000 })
  ctx.clock.set(at(60))
  await readEntry('lamp.example', at(50), { nextIndex: 1_001, size: 1_001 })
  await visitAll({ asked: 64, visible: 70 })
  await reveal('lamp.example', at(10), 'of-a-log-that-is-catching-up')
  await correctFoundDays(ctx, ['lamp.example'])
  expect((await lags())[0]).toMatchObject({ domain: 'lamp.example', live: false, found_at: at(10) })
})

test('a log with nothing new is recorded as answering from time to time', async () => {
  await readEntry('a.example', at(-1), { nextIndex: 1_000, size: 1_000 })
  const reader: LogReader = {
    readHead: async () => head(1_017),
    step: async () => ({ kind: 'wait', head: head(1_017), afterMs: 1_000 }),
  }
  const deps = createTailDeps(ctx, async () => PLATFORM)
  const checked = async (seconds: number) => {
    ctx.clock.set(at(seconds))
    await tailLogStep(deps, log, reader, NEVER)
    return ctx.db.selectFrom('ct_logs').select(['checked_at', 'seen_size']).executeTakeFirst()
  }
  expect(await checked(5)).toEqual({ checked_at: at(0), seen_size: 1_000 })
  expect(await checked(11)).toEqual({ checked_at: at(11), seen_size: 1_017 })
  expect(await checked(15)).toEqual({ checked_at: at(11), seen_size: 1_017 })
})

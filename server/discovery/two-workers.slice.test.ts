import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import { tailLogStep } from '#server/discovery/logs/tail-log.ts'
import { computeTrendsStep } from '#server/discovery/trends/compute-trends.ts'
import { createLease } from '#server/platform/locks.ts'
import { exampleHead as head, exampleLog as log } from '#testing/example-log.ts'
import { insertProduct, insertStores } from '#testing/factories.ts'
import { worldWithoutShops } from '#testing/discovery/world-without-shops.ts'
import { LAMP, settleTrends } from '#testing/discovery/settle-stages.ts'
import { createTailDeps } from '#testing/discovery/tail-deps.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import { startPipeline } from './start-pipeline.ts'

const NEVER = new AbortController().signal

const ctx = useDiscovery({ CT_BACKLOG_ENTRIES: 1_000 })
beforeEach(() => ctx.clock.set('2026-03-10T12:00:00Z'))

const worker = (resolving: () => Promise<unknown> = async () => undefined) =>
  createTailDeps(ctx, async () => {
    await resolving()
    return { kind: 'platform', via: 'a' }
  })

const reader: LogReader = {
  step: async (from): Promise<LogStep> => ({
    kind: 'entries',
    entries: [{ index: from, timestampMs: 1, names: [`shop${from}.com`] }],
    nextIndex: from + 1,
    head,
  }),
  readHead: async () => head,
}
const logRow = () =>
  ctx.db
    .selectFrom('ct_logs')
    .select(['next_index', 'entries_read', 'state'])
    .executeTakeFirstOrThrow()

test('only one of two processes that read the same batch commits it, and no position goes back', async () => {
  const [hasRead, mayResolve] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = worker(() => {
    hasRead.resolve()
    return mayResolve.promise
  })
  const late = tailLogStep(slow, log, reader, NEVER)
  await hasRead.promise
  const quick = worker()
  for (let step = 0; step < 3; step += 1) await tailLogStep(quick, log, reader, NEVER)
  mayResolve.resolve()
  await late
  expect(await logRow()).toEqual({ next_index: 3, entries_read: 3, state: 'active' })
})

const twoLeases = () => [createLease(ctx, 'log', 'one'), createLease(ctx, 'log', 'two')] as const

test('one process reads a log until it stops; the next takes over when the lease of a dead one expires', async () => {
  const [one, two] = twoLeases()
  expect([await one.hold(), await two.hold(), await one.hold()]).toEqual([true, false, true])
  await one.release()
  expect([await two.hold(), await one.hold()]).toEqual([true, false])
  ctx.clock.advance(61_000)
  expect([await one.hold(), await two.hold()]).toEqual([true, false])
})

test('when a log asks for a pause, every process pauses, not only the one it answered', async () => {
  const [one, two] = twoLeases()
  await one.hold()
  await one.keepFor(10 * 60_000)
  ctx.clock.advance(9 * 60_000)
  expect(await two.hold()).toBe(false)
})

const outsideOf = (visited: string[], name: string) =>
  worldWithoutShops(() => visited.push(name), { readLog: () => reader })

const addHosts = (prefix: string) =>
  visitsIn(ctx).reveal(Array.from({ length: 60 }, (_, index) => `${prefix}${index}.example`))

test('one process visits at a time to keep the budget; when it stops the other takes over', async () => {
  const visited: string[] = []
  await addHosts('early')
  const pipelines = await Promise.all(
    ['one', 'two'].map((name) => startPipeline(ctx, outsideOf(visited, name))),
  )
  await expect.poll(() => visited.length).toBe(60)
  const [busy] = visited
  expect(new Set(visited)).toEqual(new Set([busy]))
  const [first, second] = busy === 'one' ? pipelines : pipelines.toReversed()
  await first?.stop()
  visited.length = 0
  await addHosts('late')
  await expect.poll(() => visited.length).toBe(60)
  expect(visited).not.toContain(busy)
  await second?.stop()
})

test('a killed process’s lease is free at once only where no other process can be alive', async () => {
  await createLease(ctx, 'visits', 'killed').hold()
  const visited: string[] = []
  await addHosts('left')
  const pipeline = await startPipeline(ctx, outsideOf(visited, 'next'))
  if (ctx.config.DATABASE_URL) {
    await sleep(500)
    expect(visited).toEqual([])
  } else await expect.poll(() => visited.length).toBe(60)
  await pipeline.stop()
})

test('two processes that compute the same day of trends do not block each other', async () => {
  const found_at = '2026-03-01T10:00:00Z'
  const stores = await insertStores(
    ctx.db,
    Array.from({ length: 60 }, () => ({ found_at })),
  )
  for (const storeId of stores) await insertProduct(ctx.db, storeId, LAMP)
  await Promise.all([computeTrendsStep(ctx), computeTrendsStep(ctx), computeTrendsStep(ctx)])
  await settleTrends(ctx)
  for (const table of ['trend_queue', 'trend_invalidations'] as const)
    expect(await ctx.db.selectFrom(table).select('cluster').execute()).toEqual([])
  const trends = await ctx.db.selectFrom('product_trends').select('store_id').execute()
  expect(trends).toHaveLength(60 * 7)
})

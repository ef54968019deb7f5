import { emptyTables } from '#testing/factories.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { announceLate } from '#server/platform/giving-way.ts'
import { startApi } from '#server/run-server.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext } from '#testing/test-context.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { worldWithoutShops } from '#testing/discovery/world-without-shops.ts'
import { startPipeline } from './start-pipeline.ts'

const ctx = sharedByTests(() => createTestContext({ config: { PORT: 0, HOST: '127.0.0.1' } }))
beforeEach(async () => {
  await emptyTables(ctx, 'candidates', 'leases', 'tallies')
})
/** Too many for one step of the visits. */
const HOSTS = 600
const WAIT = { interval: 20 }

const addHosts = (prefix: string, count: number) =>
  visitsIn(ctx).reveal(Array.from({ length: count }, (_, n) => `${prefix}${n}.example`))

/** A pipeline without logs. `visitsMs`: when each of its visits began. */
async function startVisits(): Promise<{ visitsMs: number[]; stop: () => Promise<void> }> {
  const visitsMs: number[] = []
  const clients = worldWithoutShops(() => visitsMs.push(performance.now()))
  const pipeline = await startPipeline(ctx, clients, { listen: ctx.database.listen })
  onTestFinished(() => pipeline.stop())
  return { visitsMs, stop: pipeline.stop }
}

test('for a second after pages were late no visit begins, and then the visits go on', async () => {
  await addHosts('host', HOSTS)
  const { visitsMs } = await startVisits()
  await expect.poll(() => visitsMs.length, WAIT).toBeGreaterThan(0)
  await announceLate(ctx.db)
  await expect.poll(() => visitsMs.length, WAIT).toBe(HOSTS)
  const pausesMs = visitsMs.map((ms, at) => ms - (visitsMs[at - 1] ?? ms))
  expect(Math.max(...pausesMs)).toBeGreaterThan(800)
})

test('however long pages stay late, visits go on', async () => {
  const { visitsMs } = await startVisits()
  const startedMs = performance.now()
  for (let round = 0; round < 25; round += 1) {
    await announceLate(ctx.db)
    await addHosts(`round${round}-`, 4)
    await sleep(200)
  }
  const cycles = new Set(visitsMs.map((ms) => Math.floor((ms - startedMs) / 1_500)))
  expect(cycles.size).toBeGreaterThanOrEqual(3)
})

test('an API whose event loop is late holds the visits of a worker, and the metrics say so', async () => {
  const api = await startApi(ctx)
  onTestFinished(() => api.stop())
  // Always more to do, so that each step of the visits begins right after the one before.
  await addHosts('busy', 10 * HOSTS)
  const { stop } = await startVisits()
  const timer = setInterval(() => {
    const untilMs = performance.now() + 60
    while (performance.now() < untilMs);
  }, 10)
  await sleep(4_000)
  clearInterval(timer)
  await stop() // it saves its counts
  const metrics = await (await fetch(`${api.address}/metrics`)).text()
  const held = /storedawn_stage_held_seconds_total\{stage="visit"\} (\S+)/.exec(metrics)?.[1]
  expect(Number(held)).toBeGreaterThan(0)
})

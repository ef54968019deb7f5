import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { recordVisits } from '#server/discovery/visits/record-visits.ts'
import {
  startAccuracyRun,
  checkAccuracyNightly,
  readAccuracy,
  readAccuracyTotals,
} from '#server/operations/freshness/accuracy.ts'
import { insertStore } from '#testing/factories.ts'
import { type ShopSeed, storeVisit } from '#testing/snapshots.ts'
import { createAccuracyStage } from './check-accuracy.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const START = '2026-03-10T12:00:00.000Z'
const never = new AbortController().signal

const ctx = useDiscovery({ ACCURACY_SAMPLE: 12, ACCURACY_FIRST_AFTER_MS: HOUR_MS })
const { candidateRow, claim, reveal, stores } = visitsIn(ctx)
beforeEach(() => ctx.clock.set(START))

const hostOf = (index: number) => `shop${index}.example`
const visitOf = (index: number, seed: ShopSeed = {}) =>
  storeVisit({
    shopId: `7100000000${index}`,
    host: hostOf(index),
    email: `info@${hostOf(index)}`,
    ...seed,
  })
const visitAsShown = (host: string) => visitOf(Number(/\d+/.exec(host)?.[0]))

/** Visited shops, so that the shown values come from a real visit. */
async function publish(count: number): Promise<void> {
  const hosts = Array.from({ length: count }, (_, index) => hostOf(index))
  await reveal(hosts, ctx.now())
  const claimed = await claim(count, 1)
  await recordVisits(
    ctx,
    claimed.map((candidate) => ({ candidate, result: visitAsShown(candidate.host) })),
  )
  ctx.clock.advance(2 * HOUR_MS)
}

type Answers = Record<string, ProbeResult | undefined>
function stageOf(answers: Answers) {
  const asked: string[] = []
  const probe = async ({ host }: { host: string }): Promise<ProbeResult> => {
    asked.push(host)
    return answers[host] ?? visitAsShown(host)
  }
  return { asked, ...createAccuracyStage(ctx, probe, never) }
}

const readOutcome = () => ctx.db.selectFrom('accuracy_checks').select('outcome').executeTakeFirst()
const startRun = () => startAccuracyRun(ctx, 'night:2026-03-10')
async function runUntilIdle({ step }: { step: () => Promise<number> }): Promise<void> {
  while ((await step()) === 0);
}

describe('the nightly re-check', () => {
  test('finds everything correct when nothing changed, and leaves the stores untouched', async () => {
    await publish(5)
    const before = await stores()
    const stage = stageOf({})
    await startRun()
    await runUntilIdle(stage)
    expect(stage.asked.toSorted()).toEqual([0, 1, 2, 3, 4].map(hostOf))
    expect(await readAccuracy(ctx.db)).toMatchObject({
      share: 1,
      sample: 5,
      changed: 0,
      wrong: 0,
      missing: 0,
    })
    expect(await stores()).toEqual(before)
    expect(await ctx.db.selectFrom('store_events').select('kind').execute()).toHaveLength(5)
  })

  test('separates wrong from changed, counts both against accuracy, and schedules differing stores for a visit', async () => {
    await publish(5)
    await ctx.db
      .updateTable('stores')
      .set({ country: 'FR' })
      .where('domain', '=', hostOf(0))
      .execute()
    const stage = stageOf({
      [hostOf(1)]: visitOf(1, { status: 'password_protected' }),
      [hostOf(2)]: { kind: 'not_a_store', reason: 'closed' },
      [hostOf(3)]: { kind: 'not_a_store', reason: 'other_platform' },
    })
    await startRun()
    await runUntilIdle(stage)
    const accuracy = await readAccuracy(ctx.db)
    expect(accuracy).toMatchObject({ sample: 5, changed: 2, wrong: 2, missing: 0, unreachable: 0 })
    const exact = (accuracy?.correct ?? 0) / (accuracy?.compared ?? 0)
    expect(accuracy?.share).toBeLessThanOrEqual(exact)
    expect(accuracy?.share).toBeGreaterThan(exact - 0.001)
    expect(accuracy?.compared).toBe((accuracy?.correct ?? 0) + 4)
    expect(accuracy?.fields.find(({ field }) => field === 'country')).toMatchObject({
      wrong: 1,
      compared: 2,
    })
    const due = await ctx.db
      .selectFrom('candidates')
      .select('host')
      .where('due_at', '=', ctx.now())
      .execute()
    expect(due.map(({ host }) => host).toSorted()).toEqual([0, 1, 2, 3].map(hostOf))
    expect(await readAccuracyTotals(ctx.db)).toMatchObject({
      share: accuracy?.share,
      sample: 5,
      measuredAt: ctx.now().toISOString(),
    })
  })

  test('counts a different shop at the address as a wrong store', async () => {
    await publish(1)
    await startRun()
    const stage = stageOf({ [hostOf(0)]: visitOf(0, { shopId: '79999999999' }) })
    await runUntilIdle(stage)
    expect((await readAccuracy(ctx.db))?.fields).toMatchObject([
      { field: 'store', wrong: 1, compared: 1 },
    ])
  })

  test('resumes where it was cut off, and visits no store twice', async () => {
    await publish(4)
    await startRun()
    const first = stageOf({})
    await first.step()
    await first.step()
    const second = stageOf({})
    await runUntilIdle(second)
    expect([...first.asked, ...second.asked].toSorted()).toEqual([0, 1, 2, 3].map(hostOf))
    expect((await readAccuracy(ctx.db))?.sample).toBe(4)
  })

  test('does not revisit a store at every step when a check fails locally', async () => {
    await publish(1)
    await startRun()
    ctx.testLog.expectError('accuracy.failed')
    let visits = 0
    const probe = async () => Promise.reject(new Error(`${++visits}`))
    const { step } = createAccuracyStage(ctx, probe, never)
    await step()
    expect(await step()).toBeGreaterThan(0)
    expect(visits).toBe(1)
    for (let more = 0; more < 4; more += 1) {
      ctx.clock.advance(HOUR_MS)
      await step()
    }
    expect(visits).toBe(3)
    expect(await readOutcome()).toEqual({ outcome: 'unreachable' })
  })

  test('counts a store whose answer is unclear as unreachable instead of wrong', async () => {
    await publish(1)
    await startRun()
    await runUntilIdle(stageOf({ [hostOf(0)]: { kind: 'not_a_store', reason: 'unclear' } }))
    expect(await readOutcome()).toEqual({ outcome: 'unreachable' })
  })

  test('visits the host under which it found the store, even if only `www` leads to the shop', async () => {
    await publish(1)
    const host = `www.${hostOf(0)}`
    await ctx.db.updateTable('candidates').set({ host }).execute()
    await ctx.db.updateTable('stores').set({ domain: host }).execute()
    await startRun()
    const stage = stageOf({ [host]: { kind: 'not_a_store', reason: 'closed' } })
    await runUntilIdle(stage)
    expect(stage.asked).toEqual([host])
    expect((await candidateRow(host)).due_at).toEqual(ctx.now())
  })

  test('runs once a night, across processes and repeated starts', async () => {
    await publish(3)
    await Promise.all([1, 2].map(() => checkAccuracyNightly.run(ctx, {}, never)))
    await checkAccuracyNightly.run(ctx, {}, never)
    expect(await ctx.db.selectFrom('accuracy_runs').select('key').execute()).toEqual([
      { key: 'night:2026-03-10' },
    ])
    expect(await ctx.db.selectFrom('accuracy_checks').select('store_id').execute()).toHaveLength(3)
  })

  test('retries a silent host later, then counts it as unreachable instead of wrong', async () => {
    await publish(2)
    await startRun()
    const stage = stageOf({ [hostOf(0)]: { kind: 'retry', afterMs: 90_000, cause: 'throttled' } })
    const timesAsked = () => stage.asked.filter((host) => host === hostOf(0)).length
    await runUntilIdle(stage)
    expect(timesAsked()).toBe(1)
    ctx.clock.advance(89_000)
    await runUntilIdle(stage)
    expect(timesAsked()).toBe(1)
    for (let hour = 0; hour < 2; hour += 1) {
      ctx.clock.advance(HOUR_MS)
      await runUntilIdle(stage)
    }
    expect(timesAsked()).toBe(3)
    expect(await readAccuracy(ctx.db)).toMatchObject({ share: 1, sample: 1, unreachable: 1 })
  })

  test('respects the rest a host asked for, and skips hosts that opted out', async () => {
    await publish(2)
    const restsUntil = new Date(ctx.now().getTime() + 10 * 60_000)
    await ctx.db
      .updateTable('candidates')
      .set({ attempts: 1, outcome: 'throttled', due_at: restsUntil })
      .where('host', '=', hostOf(0))
      .execute()
    await startRun()
    const stage = stageOf({ [hostOf(1)]: { kind: 'never', cause: 'opt_out' } })
    await runUntilIdle(stage)
    expect(stage.asked).toEqual([hostOf(1)])
    ctx.clock.set(restsUntil)
    await runUntilIdle(stage)
    expect(stage.asked).toEqual([hostOf(1), hostOf(0)])
    expect(await readAccuracy(ctx.db)).toMatchObject({ sample: 1, unreachable: 0 })
  })

  test('closes a stuck run after twenty hours', async () => {
    await publish(2)
    await startRun()
    await ctx.db
      .updateTable('candidates')
      .set({ claimed_until: new Date(ctx.now().getTime() + 5 * DAY_MS) })
      .where('host', '=', hostOf(0))
      .execute()
    const stage = stageOf({})
    await runUntilIdle(stage)
    ctx.clock.advance(21 * HOUR_MS)
    await runUntilIdle(stage)
    expect(await readAccuracy(ctx.db)).toMatchObject({ sample: 1, unreachable: 1 })
  })

  test('starts the first run by itself some time after startup, and makes up a missed night', async () => {
    const stage = stageOf({})
    await runUntilIdle(stage)
    ctx.clock.advance(HOUR_MS)
    await runUntilIdle(stage)
    expect(await ctx.db.selectFrom('accuracy_runs').select('key').execute()).toEqual([])
    await publish(2)
    await runUntilIdle(stage)
    ctx.clock.advance(20 * HOUR_MS)
    await runUntilIdle(stage)
    const keys = () => ctx.db.selectFrom('accuracy_runs').select('key').orderBy('id').execute()
    expect(await keys()).toEqual([{ key: 'night:2026-03-10' }])
    ctx.clock.advance(6 * HOUR_MS)
    await runUntilIdle(stage)
    expect(await keys()).toEqual([{ key: 'night:2026-03-10' }, { key: 'night:2026-03-11' }])
  })

  test('samples stores of the last thirty days, including established shops', async () => {
    for (let index = 0; index < 40; index += 1) {
      await insertStore(ctx.db, {
        launch_status: index % 2 ? 'new' : 'established',
        visible_at: new Date(ctx.now().getTime() - (index < 36 ? 5 : 40) * DAY_MS),
      })
    }
    await startRun()
    const drawn = await ctx.db
      .selectFrom('accuracy_checks')
      .innerJoin('stores', 'stores.id', 'accuracy_checks.store_id')
      .select(['launch_status', 'visible_at'])
      .execute()
    expect(drawn).toHaveLength(12)
    expect(drawn.filter((store) => store.launch_status === 'established')).toHaveLength(2)
    expect(
      drawn.every((store) => store.visible_at.getTime() > ctx.now().getTime() - 30 * DAY_MS),
    ).toBe(true)
  })
})

test('never rounds the accuracy up', async () => {
  const run = { key: 'night:2026-03-10', started_at: START, finished_at: START, stores: 60 }
  const others = { unreachable: 0, changed: 0, missing: 0 }
  await ctx.db
    .insertInto('accuracy_runs')
    .values({ ...run, ...others, compared: 6_000, correct: 5_999, wrong: 1 })
    .execute()
  expect((await readAccuracyTotals(ctx.db))?.share).toBe(0.999)
})

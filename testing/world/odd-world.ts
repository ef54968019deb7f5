import { MINUTE_MS } from '#contracts/dates.ts'
import { createExternalClients } from '#server/discovery/external-clients.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import type { ServerContext } from '#server/create-context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { startTestWorld } from '#sim/world-for-tests.ts'
import type { WorldOptions } from '#sim/options.ts'
import type { World } from '#sim/world.ts'
import { REST_MS, settingsFor, untilIdle } from '#testing/world/faults/discover-until-idle.ts'
import { createTestContext } from '#testing/test-context.ts'

/**
 * One of each kind of shop and host, among some plain ones; the log of the older kind refuses or
 * garbles every tenth answer.
 */
const WORLD = {
  seed: 17,
  stores: 55,
  days: 1,
  oldPerNew: 0.5,
  entriesPerHour: 12,
  launchEveryMs: 0,
  tickEveryMs: 3_600_000,
  headCachedMs: 0,
  logMishapShare: 0.1,
  oneOfEach: true,
}
/** Work due within this time belongs to the same pass over the world. */
const AHEAD_MS = 5 * MINUTE_MS

/**
 * A world with one of each kind, and the product's pipeline in front of it, in one process, with a
 * movable clock.
 */
export async function openOddWorld(options: Partial<WorldOptions> = WORLD) {
  const sim = await startTestWorld(options)
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const testContext = await createTestContext({
    config: { ...settingsFor(sim.world.address), PROBE_CONCURRENCY: 16 },
  })
  const ctx: ServerContext = { ...testContext, now }
  const passHere = (ms: number) => void (aheadMs += ms)
  let pipeline: { stop: () => Promise<void> } | null = null
  return {
    ctx,
    sim,
    async start() {
      pipeline = await startPipeline(ctx, createExternalClients(ctx), { maxPauseMs: REST_MS })
    },
    /** Moves both clocks. The world launches and logs more in the meantime. */
    pass(ms: number) {
      passHere(ms)
      sim.world.advanceClock(ms)
    },
    /** Moves only our clock: the world does not advance. */
    passHere,
    /**
     * Runs until every log except the `quarantined` ones is read to its end and no work is due; the
     * named logs must be quarantined.
     */
    settle: (quarantined: string[] = []) =>
      untilIdle(ctx, passHere, {
        aheadMs: AHEAD_MS,
        findUnread: (db) => findUnread(db, sim.world, quarantined),
      }),
    async [Symbol.asyncDispose]() {
      await pipeline?.stop()
      // A log that contradicts itself is an error for the operator, and part of this test.
      testContext.testLog.expectError('log.quarantined')
      await sim[Symbol.asyncDispose]()
      await testContext[Symbol.asyncDispose]()
    },
  }
}

async function findUnread(db: Db, world: World, quarantined: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('ct_logs')
    .select(['url', 'next_index', 'state', 'problem'])
    .execute()
  const { logs } = world.describe() as { logs: { origin: string; size: number }[] }
  return logs.flatMap(({ origin, size }) => {
    // The shard of a later year.
    if (size === 0) return []
    const name = origin.split('.')[0] ?? origin
    const row = rows.find(({ url }) => url.includes(`//${name}.`))
    const isRight = quarantined.includes(name)
      ? row?.state === 'quarantined'
      : row?.state === 'active' && row.next_index === size
    return isRight
      ? []
      : [`${name}: ${row?.state} ${row?.next_index} of ${size} ${row?.problem ?? ''}`.trim()]
  })
}

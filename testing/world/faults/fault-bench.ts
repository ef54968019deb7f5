import { createExtractPool } from '#discovery/extract/extract-pool.ts'
import { createExternalClients } from '#server/discovery/external-clients.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import type { AppContext } from '#server/platform/context.ts'
import { startTestWorld } from '#sim/world-for-tests.ts'
import { createFaultyDatabase, type FaultyDatabase } from '#testing/faulty-database.ts'
import { emptyTables, REST_MS, settingsFor, untilIdle } from './discover-until-idle.ts'
import { createFaultyNetwork, type FaultyNetwork } from './faulty-network.ts'
import { readOutcome } from './read-outcome.ts'
import { createTestContext } from '#testing/test-context.ts'

/**
 * A few stores of both kinds, three logs, one day: small enough to discover again for every fault.
 */
export const SMALL_WORLD = {
  seed: 5,
  stores: 6,
  days: 1,
  oldPerNew: 1,
  entriesPerHour: 3,
  launchEveryMs: 0,
  tickEveryMs: 3_600_000,
}

const EXTRACT_THREADS = 2
const EXTRACT_TIMEOUT_MS = 60_000

export type FaultBench = AsyncDisposable & {
  network: FaultyNetwork
  database: FaultyDatabase
  discover: () => Promise<Record<string, unknown[]>>
}

/**
 * A world, and the product's pipeline with a breakable network and database. The bench controls the
 * clock, so no retry delay takes real time.
 */
export async function openFaultBench(): Promise<FaultBench> {
  const world = await startTestWorld(SMALL_WORLD)
  const { address } = world.world
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const testContext = await createTestContext({
    config: settingsFor(address),
  })
  // Shared by all discoveries: its threads take longer to start than the discovery of the world.
  const pages = createExtractPool({ size: EXTRACT_THREADS, timeoutMs: EXTRACT_TIMEOUT_MS })
  const database = createFaultyDatabase(testContext.database)
  const network = createFaultyNetwork()
  const ctx: AppContext = { ...testContext, db: database.db, now }

  const runUntilIdle = async () => {
    // A failed start ends the process, and its supervisor starts it again.
    const start = () =>
      startPipeline(ctx, createExternalClients(ctx, { transport: network.transport, pages }), {
        maxPauseMs: REST_MS,
      })
    const pipeline = await start().catch(start)
    try {
      await untilIdle({ db: testContext.db, now }, (ms) => (aheadMs += ms))
    } finally {
      await pipeline.stop()
    }
  }
  return {
    network,
    database,
    async discover() {
      aheadMs = 0
      await emptyTables(testContext)
      await runUntilIdle()
      // A restart: the second run must find a consistent state.
      await runUntilIdle()
      return readOutcome(testContext.db)
    },
    async [Symbol.asyncDispose]() {
      // The log rightly reports the results of a broken connection as errors.
      for (const { event } of testContext.testLog.entries)
        if (event) testContext.testLog.expectError(event)
      await testContext[Symbol.asyncDispose]()
      await pages[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

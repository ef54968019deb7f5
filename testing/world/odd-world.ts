import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE_MS } from '#contracts/dates.ts'
import { createExternalClients } from '#server/discovery/external-clients.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import type { ServerContext } from '#server/create-context.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { startTestWorld, type TestWorld } from '#sim/world-for-tests.ts'
import type { WorldOptions } from '#sim/options.ts'
import type { World } from '#sim/world.ts'
import { nextDueIn, REST_MS, settingsFor } from '#testing/world/faults/discover-until-idle.ts'
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
const POLL_MS = 50
const IDLE_POLLS = 4
const IDLE_WITHIN_MS = 300_000

export type OddWorld = AsyncDisposable & {
  ctx: ServerContext
  sim: TestWorld
  start: () => Promise<void>
  /** Moves both clocks. The world launches and logs more in the meantime. */
  pass: (ms: number) => void
  /** Moves only our clock: the world does not advance. */
  passHere: (ms: number) => void
  /**
   * Runs until every log except the `quarantined` ones is read to its end and no work is due; the
   * named logs must be quarantined.
   */
  settle: (quarantined?: string[]) => Promise<void>
}

/**
 * A world with one of each kind, and the product's pipeline in front of it, in one process, with a
 * movable clock.
 */
export async function openOddWorld(options: Partial<WorldOptions> = WORLD): Promise<OddWorld> {
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
    pass(ms) {
      passHere(ms)
      sim.world.advanceClock(ms)
    },
    passHere,
    settle: (quarantined = []) => settle(ctx, sim.world, quarantined, passHere),
    async [Symbol.asyncDispose]() {
      await pipeline?.stop()
      // A log that contradicts itself is an error for the operator, and part of this test.
      testContext.testLog.expectError('log.quarantined')
      await sim[Symbol.asyncDispose]()
      await testContext[Symbol.asyncDispose]()
    },
  }
}

async function settle(
  ctx: AppContext,
  world: World,
  quarantined: string[],
  moveClock: (ms: number) => void,
): Promise<void> {
  const startedAt = performance.now()
  for (let idlePolls = 0; idlePolls < IDLE_POLLS;) {
    await sleep(POLL_MS)
    const unread = await describeLogs(ctx.db, world, quarantined)
    const waitMs = await nextDueIn(ctx)
    const isIdle = unread.length === 0 && waitMs > AHEAD_MS
    idlePolls = isIdle ? idlePolls + 1 : 0
    if (unread.length === 0 && waitMs > 0 && waitMs <= AHEAD_MS) moveClock(waitMs + 1)
    if (performance.now() - startedAt > IDLE_WITHIN_MS)
      throw new Error(`not idle: ${unread.join(', ')}; ${await describeDue(ctx)}`)
  }
}

async function describeLogs(db: Db, world: World, quarantined: string[]): Promise<string[]> {
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

async function describeDue({ db, now }: AppContext): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(host || ' ' || what || ' ' || due_at, ', ') as text from (
      select host, coalesce(outcome, 'new') as what, due_at from candidates where due_at is not null
      union all select host, 'walk ' || next_step, due_at from catalogue_walks where due_at is not null
      order by due_at limit 8) as first`.execute(db)
  return `at ${now().toISOString()} due: ${rows[0]?.text ?? 'nothing'}`
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  createExternalClients,
  type ExternalClients,
  type Transport,
} from '#server/discovery/external-clients.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import type { AppContext } from '#server/platform/context.ts'
import { startTestWorld, type TestWorld } from '#sim/world-for-tests.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'

export const RATE = 60
export const GAP_MS = 120
const AHEAD_MS = 10 * 60 * 1000
const WITHIN_MS = 200_000
const POLL_MS = 50
const IDLE_POLLS = 3

export type SentRequest = {
  visit: { kind: 'probe' | 'walk'; host: string; beganMs: number }
  url: URL
  startMs: number
  endMs: number
  status: number | null
  retryAfter: string | null
}

export type PoliteRun = AsyncDisposable & {
  world: TestWorld
  ctx: TestContext
  sent: SentRequest[]
  /** Runs the pipeline until no work is due for ten minutes; moves the clock instead of waiting. */
  discover: () => Promise<void>
  skip: (ms: number) => void
}

/**
 * The product's own pipeline in a small world; records every request to a store on our side too.
 */
export async function openPoliteRun(): Promise<PoliteRun> {
  const world = await startTestWorld({
    seed: 38,
    stores: 20,
    days: 1,
    entriesPerHour: 6,
    launchEveryMs: 0,
    tickEveryMs: 3_600_000,
  })
  const { address } = world.world
  const ctx = await createTestContext({
    config: {
      CT_LOG_LIST_URL: address.logListUrl,
      CT_BACKLOG_ENTRIES: 1_000_000,
      CT_CHECKPOINT_EVERY_MS: 500,
      CT_PARTIAL_AFTER_MS: 0,
      DNS_SERVERS: [address.dns],
      CONNECT_TO: address.connectTo,
      EXTRA_CA_FILE: address.caFile,
      PROBE_HOST_GAP_MS: GAP_MS,
      PROBE_REQUESTS_PER_SECOND: RATE,
      PROBE_CONCURRENCY: 16,
      BOT_SIGNATURES: 'on',
    },
  })
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const sent: SentRequest[] = []
  return {
    world,
    ctx,
    sent,
    skip: (ms) => {
      clock.aheadMs += ms
    },
    async discover() {
      const moved: AppContext = { ...ctx, now }
      const pipeline = await startPipeline(moved, writeDown(moved, sent), { maxPauseMs: POLL_MS })
      try {
        await untilIdle(moved, clock)
      } finally {
        await pipeline.stop()
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { event } of ctx.testLog.entries) if (event) ctx.testLog.expectError(event)
      await ctx[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

function writeDown(ctx: AppContext, sent: SentRequest[]): ExternalClients {
  const visits = new AsyncLocalStorage<SentRequest['visit']>()
  const transport: Transport = {
    resolveHost: (resolve) => resolve,
    fetch: (fetch) => async (request) => {
      const visit = visits.getStore()
      if (!visit) return fetch(request)
      const entry: SentRequest = {
        visit,
        url: new URL(request.url),
        startMs: ctx.now().getTime(),
        endMs: Number.POSITIVE_INFINITY,
        status: null,
        retryAfter: null,
      }
      sent.push(entry)
      const outcome = await fetch(request)
      const isResponse = outcome.kind === 'response'
      entry.status = isResponse ? outcome.status : null
      entry.retryAfter = isResponse ? (outcome.headers['retry-after'] ?? null) : null
      entry.endMs = ctx.now().getTime()
      return outcome
    },
  }
  const outside = createExternalClients(ctx, { transport })
  return {
    ...outside,
    probe: (visit, signal) =>
      visits.run({ kind: 'probe', host: visit.host, beganMs: ctx.now().getTime() }, () =>
        outside.probe(visit, signal),
      ),
    startVisit(host, options) {
      const visit = outside.startVisit(host, options)
      const about = { kind: 'walk', host, beganMs: ctx.now().getTime() } as const
      return {
        ...visit,
        get: (path) => visits.run(about, () => visit.get(path)),
        getIfChanged: (path, known) => visits.run(about, () => visit.getIfChanged(path, known)),
      }
    },
  }
}

async function untilIdle({ db, now }: AppContext, clock: { aheadMs: number }): Promise<void> {
  const endAtMs = Date.now() + WITHIN_MS
  for (let idle = 0; idle < IDLE_POLLS;) {
    if (Date.now() > endAtMs) throw new Error(`the world was not read within ${WITHIN_MS} ms`)
    await sleep(POLL_MS)
    const { rows } = await sql<{ isRead: boolean; dueAt: Date | null }>`
      select exists (select 1 from ct_logs where tree_size > 0) and not exists (select 1 from ct_logs where next_index < tree_size) as "isRead",
        least((select min(due_at) from candidates), (select min(due_at) from catalogue_walks)) as "dueAt"`.execute(
      db,
    )
    const [work] = rows
    const waitMs = (work?.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - now().getTime()
    const isIdle = work?.isRead === true && waitMs > AHEAD_MS
    idle = isIdle ? idle + 1 : 0
    if (work?.isRead === true && waitMs > 0 && waitMs <= AHEAD_MS) clock.aheadMs += waitMs + 1
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createExternalClients,
  type ExternalClients,
  type Transport,
} from '#server/discovery/external-clients.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import type { AppContext } from '#server/platform/context.ts'
import { startTestWorld } from '#sim/world-for-tests.ts'
import { createTestContext } from '#testing/test-context.ts'
import { settingsFor, untilIdle } from '#testing/world/faults/discover-until-idle.ts'

export const RATE = 60
export const GAP_MS = 120
const AHEAD_MS = 10 * 60 * 1000
const PAUSE_MS = 50

export type SentRequest = {
  visit: { kind: 'probe' | 'walk'; host: string; beganMs: number }
  url: URL
  startMs: number
  endMs: number
  status: number | null
  retryAfter: string | null
}

/**
 * The product's own pipeline in a small world; records every request to a store on our side too.
 */
export async function openPoliteRun() {
  const world = await startTestWorld({
    seed: 38,
    stores: 20,
    days: 1,
    entriesPerHour: 6,
    launchEveryMs: 0,
    tickEveryMs: 3_600_000,
  })
  const ctx = await createTestContext({
    config: {
      ...settingsFor(world.world.address),
      PROBE_HOST_GAP_MS: GAP_MS,
      PROBE_REQUESTS_PER_SECOND: RATE,
      PROBE_CONCURRENCY: 16,
      BOT_SIGNATURES: 'on',
    },
  })
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const skip = (ms: number) => void (aheadMs += ms)
  const sent: SentRequest[] = []
  return {
    world,
    ctx,
    sent,
    skip,
    /**
     * Runs the pipeline until no work is due for ten minutes; moves the clock instead of waiting.
     */
    async discover() {
      const moved: AppContext = { ...ctx, now }
      const pipeline = await startPipeline(moved, writeDown(moved, sent), { maxPauseMs: PAUSE_MS })
      try {
        await untilIdle(moved, skip, { aheadMs: AHEAD_MS })
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

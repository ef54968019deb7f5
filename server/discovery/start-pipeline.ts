import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/dates.ts'
import { createDedupWindow } from '#discovery/ct/dedup-window.ts'
import { releaseAllWalks } from '#server/discovery/catalogue/catalogue-walk.ts'
import { createWalkStage } from '#server/discovery/catalogue/walk-stage.ts'
import { createLogFollower } from '#server/discovery/logs/follow-logs.ts'
import { resolveAgainStep } from '#server/discovery/logs/resolve-again.ts'
import type { TailDeps } from '#server/discovery/logs/tail-log.ts'
import { computeTrendsStep, createTrendPace } from '#server/discovery/trends/compute-trends.ts'
import { createAccuracyStage } from '#server/discovery/upkeep/check-accuracy.ts'
import { domainAgesStage } from '#server/discovery/upkeep/domain-ages.ts'
import { createFactRetention } from '#server/discovery/upkeep/fact-retention.ts'
import { checkMailHostsStep } from '#server/discovery/upkeep/mail-hosts.ts'
import { createScreenshotStage } from '#server/discovery/upkeep/take-screenshots.ts'
import { createVisitStage } from '#server/discovery/visits/visit-stage.ts'
import type { AppContext } from '#server/platform/context.ts'
import { createLease, endLeasesOfOthers } from '#server/platform/locks.ts'
import { releaseAllClaims } from './candidates.ts'
import { countVisits, createCounters } from './counters.ts'
import { createExternalClients, type ExternalClients } from './external-clients.ts'
import { startStageLoop } from './stage-loop.ts'

/** A host is not checked twice within a week. */
const SEEN_KEEP_MS = 7 * DAY_MS
const PLATFORM_HOSTS = 200_000
const DONE_ELSEWHERE_WAIT_MS = 5_000
const PROCESS_ID = randomUUID()

/** Starts all stages: tail each log → screen names → visit → publish → trends. They share only the database. */
export async function startPipeline(
  ctx: AppContext,
  given?: ExternalClients,
  { isOnlyWorker = false, ...pace }: { restAtMostMs?: number; isOnlyWorker?: boolean } = {},
): Promise<{ stop: () => Promise<void> }> {
  const stop = new AbortController()
  const { signal } = stop
  const tally = createCounters(ctx)
  const outside = given ?? createExternalClients(ctx, { tally })
  const probe = countVisits(tally, outside.probe)
  if (isOnlyWorker) await forgetPredecessor(ctx)

  const { askMailHost } = outside
  const trendPace = createTrendPace()
  const visits = createVisitStage(ctx, probe, signal)
  const walks = createWalkStage(ctx, outside, signal)
  const screenshots = createScreenshotStage(ctx, outside, signal)
  const accuracy = createAccuracyStage(ctx, probe, signal)
  const stage = (name: string, step: () => Promise<number>) =>
    startStageLoop({ name, log: ctx.log, signal, step, ...pace })
  const holderId = `${PROCESS_ID}/${randomUUID()}`
  const leaseOf = (name: string) => createLease(ctx, name, holderId)
  // One process visits at a time, because the budget is in its memory: two would send the platform twice as many requests. Every stage that
  // uses the budget runs together with the visits.
  const visitLease = leaseOf('visits')
  const withVisits = (step: () => Promise<number>) => async () =>
    (await visitLease.hold()) ? step() : DONE_ELSEWHERE_WAIT_MS
  const visitLoop = stage('visit', withVisits(visits.step))
  const tail: TailDeps = { ctx, screen: screenDeps(ctx, outside), onCandidates: visitLoop.wake }
  const logs = createLogFollower({ ctx, outside, tail, leaseOf, signal, pace })

  const loops = [
    visitLoop,
    stage('follow-logs', logs.step),
    stage('extend-claims', async () => {
      if (visits.areUnderway() || walks.areUnderway()) await visitLease.hold() // a step may take longer than a lease
      return visits.extendStep()
    }),
    stage('resolve-again', () => resolveAgainStep(ctx, outside, visitLoop.wake)),
    stage('walk-catalogues', withVisits(walks.step)),
    stage('trends', () => computeTrendsStep(ctx, trendPace)),
    stage('forget-facts', createFactRetention(ctx)),
    ...(askMailHost ? [stage('mail-hosts', () => checkMailHostsStep(ctx, askMailHost))] : []),
    ...(ctx.config.RDAP_URL
      ? [stage('domain-ages', domainAgesStage(ctx, outside.fetch, leaseOf('domain-ages'), signal))]
      : []),
    stage('screenshots', withVisits(screenshots.step)),
    stage('accuracy', withVisits(accuracy.step)),
    stage('tally', tally.step),
  ]
  return {
    stop: async () => {
      stop.abort()
      await Promise.all(loops.map((loop) => loop.stopped))
      await logs.stopped()
      await visits.idle()
      await walks.idle()
      await tally.step().catch(() => undefined) // the last seconds, only figures
      await screenshots[Symbol.asyncDispose]()
      await visitLease.release().catch(() => undefined) // it expires by itself
      await outside[Symbol.asyncDispose]()
    },
  }
}

/** A killed process leaves claims and leases behind; releasing them avoids waiting until they expire. */
async function forgetPredecessor({ db }: AppContext): Promise<void> {
  await releaseAllClaims(db)
  await releaseAllWalks(db)
  await endLeasesOfOthers(db, PROCESS_ID)
}

function screenDeps(ctx: AppContext, outside: ExternalClients): TailDeps['screen'] {
  const window = { keepMs: SEEN_KEEP_MS, now: ctx.now }
  return {
    resolveHost: outside.resolveHost,
    window: createDedupWindow({ ...window, capacity: ctx.config.SEEN_WINDOW_HOSTS }),
    platformHosts: createDedupWindow({ ...window, capacity: PLATFORM_HOSTS }),
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#contracts/dates.ts'
import { createDedupWindow } from '#discovery/ct/dedup-window.ts'
import { ageChangesStep } from '#server/discovery/changes/store-events.ts'
import { releaseAllWalks } from '#server/discovery/catalogue/catalogue-walk.ts'
import { assessStoresStep } from '#server/discovery/risks/assess-stores.ts'
import { createWalkStage } from '#server/discovery/catalogue/walk-stage.ts'
import { createLogFollower } from '#server/discovery/logs/follow-logs.ts'
import { resolveAgainStep } from '#server/discovery/logs/resolve-again.ts'
import { createBacklogPause, type TailDeps } from '#server/discovery/logs/tail-log.ts'
import { computeTrendsStep } from '#server/discovery/trends/compute-trends.ts'
import { createTrendThrottle } from '#server/discovery/trends/trend-throttle.ts'
import { createAccuracyStage } from '#server/discovery/upkeep/check-accuracy.ts'
import { domainAgesStage } from '#server/discovery/upkeep/domain-ages.ts'
import { createFactRetention } from '#server/discovery/upkeep/fact-retention.ts'
import { checkMailHostsStep } from '#server/discovery/upkeep/mail-hosts.ts'
import { createScreenshotStage } from '#server/discovery/upkeep/take-screenshots.ts'
import { createVisitStage } from '#server/discovery/visits/visit-stage.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Listen } from '#server/platform/db/notices.ts'
import { followLatePages } from '#server/platform/giving-way.ts'
import {
  createLease,
  endLeasesOfOthers,
  type Lease,
  LEASE_TAKEN_WAIT_MS,
} from '#server/platform/locks.ts'
import { type Counters, countVisits, createBudgetReport, createCounters } from './counters.ts'
import { releaseAllClaims } from './candidates.ts'
import { createExternalClients, type ExternalClients } from './external-clients.ts'
import { startStageLoop } from '#server/platform/stage-loop.ts'

/** A host is not checked twice within a week. */
const SEEN_KEEP_MS = 7 * DAY_MS
const MAX_SEEN_HOSTS = 1_000_000
const MAX_PLATFORM_HOSTS = 200_000
const PAUSED_WAIT_MS = 5_000
const PROCESS_ID = randomUUID()

type PipelineOptions = {
  maxPauseMs?: number
  isOnlyWorker?: boolean
  /** Without it the stages never give way to pages. */
  listen?: Listen
}

/**
 * Starts all stages: tail each log → screen names → visit → publish → trends. They share only the
 * database.
 */
export async function startPipeline(
  ctx: AppContext,
  givenClients?: ExternalClients,
  { isOnlyWorker = false, listen, ...pace }: PipelineOptions = {},
): Promise<{ stop: () => Promise<void> }> {
  const stop = new AbortController()
  const { signal } = stop
  const counters = createCounters(ctx)
  const clients = givenClients ?? createExternalClients(ctx, { counters })
  const probe = countVisits(counters, clients.probe)
  if (isOnlyWorker) await releasePredecessor(ctx)
  const { giveWay, endGivingWay } = await giveWayToPages(listen, counters, signal)
  const visits = createVisitStage(ctx, probe, signal)
  const walks = createWalkStage(ctx, clients, signal)
  const screenshots = createScreenshotStage(ctx, clients, signal)
  const accuracy = createAccuracyStage(ctx, probe, signal)
  const lastingStage = (name: string, step: () => Promise<number>) =>
    startStageLoop({ name, log: ctx.log, signal, step, ...pace })
  const stage = (name: string, step: () => Promise<number>) =>
    lastingStage(name, giveWay(name, step))
  const holderId = `${PROCESS_ID}/${randomUUID()}`
  const leaseOf = (name: string) => createLease(ctx, name, holderId)
  // One process visits at a time, because the budget is in its memory: two would send the platform
  // twice as many requests. Every stage that uses the budget runs together with the visits.
  const visitLease = leaseOf('visits')
  const withVisits = (step: () => Promise<number>) => async () =>
    (await visitLease.hold()) ? step() : LEASE_TAKEN_WAIT_MS
  const unlessPaused = (step: () => Promise<number>) => withVisits(whileOn(ctx, step))
  const visitLoop = stage('visit', unlessPaused(visits.step))
  const tail = createTailDeps(ctx, clients, visitLoop.wake)
  const logs = createLogFollower({ ctx, clients, tail, leaseOf, giveWay, signal, pace })

  const loops = [
    visitLoop,
    stage('follow-logs', logs.step),
    lastingStage('extend-claims', async () => {
      // a step may take longer than a lease
      if (visits.isBusy() || walks.isBusy()) await visitLease.hold()
      return visits.extendStep()
    }),
    stage('resolve-again', () => resolveAgainStep(ctx, clients, visitLoop.wake)),
    stage('walk-catalogues', unlessPaused(walks.step)),
    ...upkeepSteps(ctx, clients, { leaseOf, signal }).map(([name, step]) => stage(name, step)),
    stage('screenshots', unlessPaused(screenshots.step)),
    stage('accuracy', unlessPaused(accuracy.step)),
    lastingStage('tally', counters.step),
    ...(clients.readBudget
      ? [lastingStage('report-budget', withVisits(createBudgetReport(ctx, clients.readBudget)))]
      : []),
  ]
  return {
    stop: async () => {
      stop.abort()
      await Promise.all(loops.map((loop) => loop.stopped))
      await logs.stopped()
      await Promise.all([visits.idle(), walks.idle()])
      await counters.step().catch(() => undefined) // the last seconds, only figures
      await screenshots[Symbol.asyncDispose]()
      await visitLease.release().catch(() => undefined) // it expires by itself
      await endGivingWay()
      await clients[Symbol.asyncDispose]()
    },
  }
}

/** What any number of workers may do at once, with or without the visits. */
function upkeepSteps(
  ctx: AppContext,
  { fetch, lookUpMailHost }: ExternalClients,
  { leaseOf, signal }: { leaseOf: (name: string) => Lease; signal: AbortSignal },
): [name: string, step: () => Promise<number>][] {
  const trendThrottle = createTrendThrottle()
  const steps: [name: string, step: () => Promise<number>][] = [
    ['trends', () => computeTrendsStep(ctx, trendThrottle)],
    ['forget-facts', createFactRetention(ctx)],
    ['age-changes', () => ageChangesStep(ctx)],
    ['assess-stores', () => assessStoresStep(ctx)],
  ]
  if (lookUpMailHost) steps.push(['mail-hosts', () => checkMailHostsStep(ctx, lookUpMailHost)])
  if (ctx.config.RDAP_URL)
    steps.push(['domain-ages', domainAgesStage(ctx, fetch, leaseOf('domain-ages'), signal)])
  return steps
}

type GiveWay = (name: string, step: () => Promise<number>) => () => Promise<number>

/** `giveWay` puts a step off while pages are late, and counts for how long. */
async function giveWayToPages(
  listen: Listen | undefined,
  counters: Pick<Counters, 'countHeld'>,
  signal: AbortSignal,
): Promise<{ giveWay: GiveWay; endGivingWay: () => Promise<void> }> {
  const latePages = listen && (await followLatePages(listen))
  return {
    giveWay: (name, step) => async () => {
      const heldMs = latePages?.holdMs() ?? 0
      if (heldMs === 0) return step()
      await sleep(heldMs, undefined, { signal }).catch(() => undefined)
      counters.countHeld(name, heldMs)
      return 0
    },
    endGivingWay: async () => latePages?.close(),
  }
}

/**
 * While operators pause the crawler nothing new begins; visits and walks that are running end as
 * usual.
 */
const whileOn =
  ({ features }: Pick<AppContext, 'features'>, step: () => Promise<number>) =>
  async (): Promise<number> =>
    (await features.isOn('crawler')) ? step() : PAUSED_WAIT_MS

/**
 * A killed process leaves claims and leases behind; releasing them avoids waiting until they
 * expire.
 */
async function releasePredecessor({ db }: AppContext): Promise<void> {
  await releaseAllClaims(db)
  await releaseAllWalks(db)
  await endLeasesOfOthers(db, PROCESS_ID)
}

function createTailDeps(
  ctx: AppContext,
  clients: ExternalClients,
  onCandidates: () => void,
): TailDeps {
  const window = { keepMs: SEEN_KEEP_MS, now: ctx.now }
  const screen = {
    resolveHost: clients.resolveHost,
    window: createDedupWindow({ ...window, capacity: MAX_SEEN_HOSTS }),
    platformHosts: createDedupWindow({ ...window, capacity: MAX_PLATFORM_HOSTS }),
  }
  return { ctx, screen, backlogPauseMs: createBacklogPause(ctx), onCandidates }
}

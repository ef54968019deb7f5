import { randomUUID } from 'node:crypto'
import type { CtLog } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import { parseLogList, selectLogs } from '#discovery/ct/log-list.ts'
import { createSeenWindow } from '#discovery/ct/window.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { AppContext } from '#server/context.ts'
import { releaseAllClaims } from '#server/pipeline/candidates.ts'
import { computeTrendsStep } from '#server/pipeline/compute-trends.ts'
import { createLease, endLeasesOfOthers, type Lease } from '#server/pipeline/lease.ts'
import { createOutside, type Outside } from '#server/pipeline/outside.ts'
import { resolveAgainStep } from '#server/pipeline/resolve-again.ts'
import { startStageLoop } from '#server/pipeline/stage-loop.ts'
import { type TailDeps, lastHeadOf, tailLogStep } from '#server/pipeline/tail-log.ts'
import { createScreenshotStage } from '#server/pipeline/take-screenshots.ts'
import { createVisitStage } from '#server/pipeline/visit-stores.ts'

const HOUR_MS = 60 * 60 * 1000
/** A host is not checked twice within a week. */
const SEEN_KEEP_MS = 7 * DAY_MS
const PLATFORM_HOSTS = 200_000
/** As long as there is none at all. */
const LOG_LIST_RETRY_MS = 5_000
const PARKED_WAIT_MS = HOUR_MS
const DONE_ELSEWHERE_WAIT_MS = 5_000
const PROCESS_ID = randomUUID()

/** Starts all stages: tail each log → screen names → visit → publish → trends. They share nothing but the database. */
export async function startPipeline(
  ctx: AppContext,
  outside: Outside = createOutside(ctx),
): Promise<{ stop: () => Promise<void> }> {
  const stop = new AbortController()
  const { signal } = stop
  if (!ctx.config.DATABASE_URL) await forgetPredecessor(ctx)

  const visits = createVisitStage(ctx, outside.probe, signal)
  const screenshots = createScreenshotStage(ctx, outside, signal)
  const stage = (name: string, step: () => Promise<number>) =>
    startStageLoop({ name, log: ctx.log, signal, step })
  const holderId = `${PROCESS_ID}/${randomUUID()}`
  const leaseOf = (name: string) => createLease(ctx, name, holderId)
  // One process visits at a time, because the budget lives in its memory: two would ask the platform for twice as much.
  const visitLease = leaseOf('visits')
  const visitLoop = stage('visit', async () =>
    (await visitLease.hold()) ? visits.step() : DONE_ELSEWHERE_WAIT_MS,
  )
  const tail: TailDeps = { ctx, screen: screenDeps(ctx, outside), onCandidates: visitLoop.wake }
  const tails = new Map<string, Promise<void>>()
  const followLogs = async () => {
    for (const log of await readLogList(ctx, outside)) {
      if (tails.has(log.logId)) continue
      const lease = leaseOf(`log ${log.logId}`)
      tails.set(log.logId, startTail({ tail, outside, log, lease, signal, stage }))
    }
    return tails.size === 0 ? LOG_LIST_RETRY_MS : HOUR_MS
  }

  const loops = [
    visitLoop,
    stage('follow-logs', followLogs),
    stage('extend-claims', async () => {
      if (visits.areUnderway()) await visitLease.hold() // a step may take longer than a lease
      return visits.extendStep()
    }),
    stage('resolve-again', () => resolveAgainStep(ctx, outside, visitLoop.wake)),
    stage('trends', () => computeTrendsStep(ctx)),
    // With the visits, because both spend the budget that one process holds.
    stage('screenshots', async () =>
      (await visitLease.hold()) ? screenshots.step() : DONE_ELSEWHERE_WAIT_MS,
    ),
  ]
  return {
    stop: async () => {
      stop.abort()
      await Promise.all([...loops.map((loop) => loop.stopped), ...tails.values()])
      await visits.idle()
      await screenshots[Symbol.asyncDispose]()
      await visitLease.release().catch(() => undefined) // it runs out by itself
      await outside[Symbol.asyncDispose]()
    },
  }
}

/** A process that was killed left claims and leases behind; nobody is to wait until they run out. */
async function forgetPredecessor({ db }: AppContext): Promise<void> {
  await releaseAllClaims(db)
  await endLeasesOfOthers(db, PROCESS_ID)
}

function screenDeps(ctx: AppContext, outside: Outside): TailDeps['screen'] {
  const window = { keepMs: SEEN_KEEP_MS, now: ctx.now }
  return {
    resolveHost: outside.resolveHost,
    window: createSeenWindow({ ...window, capacity: ctx.config.SEEN_WINDOW_HOSTS }),
    platformHosts: createSeenWindow({ ...window, capacity: PLATFORM_HOSTS }),
  }
}

/** No logs, and a word about it, for a list that cannot be had or says nothing; the logs that are followed already stay so. */
async function readLogList(ctx: AppContext, outside: Outside): Promise<CtLog[]> {
  const answer = await outside.fetch({ url: ctx.config.CT_LOG_LIST_URL })
  const logs = selectLogs(parseLogList(jsonOf(answer)), ctx.now())
  if (logs.length === 0) {
    ctx.log.warn(
      { event: 'log-list.unavailable', url: ctx.config.CT_LOG_LIST_URL, detail: problemOf(answer) },
      'log list unavailable',
    )
  }
  return logs
}

function jsonOf(answer: FetchOutcome): unknown {
  if (answer.kind !== 'response' || answer.status !== 200) return null
  try {
    return JSON.parse(new TextDecoder().decode(answer.body))
  } catch {
    return null
  }
}

function problemOf(answer: FetchOutcome): string {
  if (answer.kind === 'failed') return answer.cause
  if (answer.kind === 'refused') return answer.reason
  return answer.status === 200 ? 'no log in it that could be read' : `status ${answer.status}`
}

type TailOptions = {
  tail: TailDeps
  outside: Outside
  log: CtLog
  lease: Lease
  signal: AbortSignal
  stage: (name: string, step: () => Promise<number>) => { stopped: Promise<void> }
}

/** All that may fail happens within a step, where failing means to try again. */
async function startTail({ tail, outside, log, lease, signal, stage }: TailOptions): Promise<void> {
  let reader: LogReader | undefined
  const step = async () => {
    if (!(await lease.hold())) return DONE_ELSEWHERE_WAIT_MS
    // Not before the log is ours: whoever read it until now knew a later head.
    reader ??= outside.readLog(log, await lastHeadOf(tail.ctx, log))
    const restMs = (await tailLogStep(tail, log, reader, signal)) ?? PARKED_WAIT_MS
    await lease.keepFor(restMs)
    return restMs
  }
  await stage(`tail ${log.description}`, step).stopped
  await lease.release().catch(() => undefined) // it runs out by itself
}

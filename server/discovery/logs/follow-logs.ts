import * as z from 'zod'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { CtLog } from '#discovery/ct/ct-log.ts'
import { parseLogList, readLogListTime, selectLogs } from '#discovery/ct/log-list.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import { parseJson } from '#discovery/document/json.ts'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import { type Lease, LEASE_TAKEN_WAIT_MS } from '#server/platform/locks.ts'
import { startStageLoop } from '#server/platform/stage-loop.ts'
import { readState, writeState } from '#server/platform/system-state.ts'
import { endUnlistedLogs, readLogState } from './log-state.ts'
import { type TailDeps, tailLogStep } from './tail-log.ts'

const LIST_WAIT_MS = { read: HOUR_MS, unavailable: 5 * MINUTE_MS, noLogAtAll: 5_000 }

type Options = {
  ctx: AppContext
  clients: Pick<ExternalClients, 'fetch' | 'readLog'>
  tail: TailDeps
  leaseOf: (name: string) => Lease
  /** Puts a step off while pages are late. */
  giveWay?: (name: string, step: () => Promise<number>) => () => Promise<number>
  signal: AbortSignal
  pace?: { maxPauseMs?: number }
}

type Tail = { log: CtLog; stop: AbortController; stopped: Promise<void> }

/**
 * Each log in a separate loop, so that a failing one delays no other. Shards come and go by the
 * calendar, so the list is evaluated again every hour, even when only the stored copy is available.
 */
export function createLogFollower(options: Options) {
  const { ctx, clients, signal } = options
  const tails = new Map<string, Tail>()

  /** Also logs that left the list while no process read it. */
  const endUnlisted = async (listed: Map<string, CtLog>) => {
    for (const [key, { stop, stopped }] of tails) {
      if (listed.has(key)) continue
      stop.abort()
      await stopped
      tails.delete(key)
    }
    for (const log of await endUnlistedLogs(ctx.db, [...listed.values()]))
      ctx.log.info({ event: 'log.ended', log }, 'log is no longer followed')
  }

  return {
    async step(): Promise<number> {
      const { logs, isFresh } = await readLogList(ctx, clients)
      const listed = new Map(logs.map((log) => [keyOf(log), log]))
      // A list without any log says nothing about the followed ones.
      if (listed.size > 0) await endUnlisted(listed)
      for (const [key, log] of listed)
        if (!tails.has(key) && !signal.aborted) tails.set(key, startTail(options, log))
      if (tails.size === 0) return LIST_WAIT_MS.noLogAtAll
      return isFresh ? LIST_WAIT_MS.read : LIST_WAIT_MS.unavailable
    },
    /** After the signal: resolves when all tails have ended. */
    async stopped(): Promise<void> {
      await Promise.all([...tails.values()].map((tail) => tail.stopped))
    },
  }
}

/** A log that moves or changes its protocol gets a new reader, from the same position. */
const keyOf = ({ logId, kind, url, key }: CtLog): string => [logId, kind, url, key].join(' ')

function startTail(options: Options, log: CtLog): Tail {
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  return { log, stop, stopped: runTail({ ...options, signal }, log) }
}

/** Everything that may fail happens within a step, where the loop retries it. */
async function runTail(
  { ctx, clients, tail, leaseOf, giveWay = (_name, step) => step, signal, pace }: Options,
  log: CtLog,
): Promise<void> {
  const lease = leaseOf(`log ${log.logId}`)
  let reader: LogReader | null = null

  const readBatch = async (): Promise<number> => {
    if (!reader) {
      // Only after the lease is ours: the previous reader may have known a later head.
      const { memory, pauseMs } = await readLogState(ctx, log)
      if (pauseMs > 0) return pauseMs
      reader = clients.readLog(log, memory)
    }
    const pauseMs = await tailLogStep(tail, log, reader, signal)
    if (pauseMs !== null) return pauseMs
    reader = null
    return (await readLogState(ctx, log)).pauseMs
  }
  const step = async (): Promise<number> => {
    if (!(await lease.hold())) {
      reader = null
      return LEASE_TAKEN_WAIT_MS
    }
    const pauseMs = await readBatch()
    await lease.keepFor(pauseMs)
    return pauseMs
  }
  await startStageLoop({
    name: `tail ${log.description}`,
    log: ctx.log,
    signal,
    step: giveWay('tail', step),
    ...pace,
  }).stopped
  await lease.release().catch(() => undefined) // it expires by itself
}

const KEY = 'ct_log_list'
/** The public one has 60 kB. */
const MAX_LIST_BYTES = 2 * 1024 * 1024
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000

/** The raw text, because only its readers know the format. */
const StoredList = z.object({
  url: z.string(),
  listedAt: z.iso.datetime().nullable(),
  text: z.string(),
})
type StoredList = z.infer<typeof StoredList>

type Evaluation =
  | { kind: 'good'; list: StoredList }
  | { kind: 'unavailable' | 'refused'; detail: string }

/**
 * The logs to follow now. The last good list is stored. It is used when the published one is
 * unavailable, names no log that takes new certificates, or is older. `isFresh` = the published one
 * was good.
 */
export async function readLogList(
  ctx: AppContext,
  clients: Pick<ExternalClients, 'fetch'>,
): Promise<{ logs: CtLog[]; isFresh: boolean }> {
  const url = ctx.config.CT_LOG_LIST_URL
  const stored = await readStoredList(ctx, url)
  const evaluation = evaluateList(await clients.fetch({ url, maxBytes: MAX_LIST_BYTES }), {
    url,
    stored,
    now: ctx.now(),
  })
  if (evaluation.kind === 'good') {
    if (evaluation.list.text !== stored?.text) await writeState(ctx, KEY, evaluation.list)
    return { logs: logsIn(evaluation.list.text, ctx.now()), isFresh: true }
  }
  const { kind, detail } = evaluation
  ctx.log.warn(
    { event: `log-list.${kind}`, url, detail, hasKept: stored !== null },
    `log list ${kind}`,
  )
  return { logs: stored ? logsIn(stored.text, ctx.now()) : [], isFresh: false }
}

function evaluateList(
  answer: FetchOutcome,
  context: { url: string; stored: StoredList | null; now: Date },
): Evaluation {
  const { url, stored, now } = context
  const text = textOf(answer)
  if (text === null || logsIn(text, now).length === 0)
    return { kind: 'unavailable', detail: problemOf(answer) }
  const listedAt = readLogListTime(parseJson(text))
  if (listedAt && listedAt.getTime() > now.getTime() + MAX_AHEAD_MS)
    return { kind: 'refused', detail: `it claims to be of ${listedAt.toISOString()}` }
  const storedAtMs = stored?.listedAt ? Date.parse(stored.listedAt) : -Infinity
  if ((listedAt?.getTime() ?? -Infinity) < storedAtMs)
    return { kind: 'refused', detail: `older than the one of ${stored?.listedAt}` }
  return { kind: 'good', list: { url, listedAt: listedAt?.toISOString() ?? null, text } }
}

const logsIn = (text: string, now: Date): CtLog[] => selectLogs(parseLogList(parseJson(text)), now)

/** A stored list from another address says nothing about this one. */
async function readStoredList(ctx: AppContext, url: string): Promise<StoredList | null> {
  const row = await readState(ctx, KEY)
  const stored = StoredList.safeParse(row?.value)
  return stored.success && stored.data.url === url ? stored.data : null
}

function textOf(answer: FetchOutcome): string | null {
  return answer.kind === 'response' && answer.status === 200
    ? new TextDecoder().decode(answer.body)
    : null
}

function problemOf(answer: FetchOutcome): string {
  if (answer.kind === 'failed') return answer.cause
  if (answer.kind === 'refused') return answer.reason
  return answer.status === 200
    ? 'no log in it that takes new certificates'
    : `status ${answer.status}`
}

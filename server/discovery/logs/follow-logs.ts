import type { CtLog } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import { startStageLoop } from '#server/platform/stage-loop.ts'
import type { AppContext } from '#server/platform/context.ts'
import { type Lease, LEASE_TAKEN_WAIT_MS } from '#server/platform/locks.ts'
import { readLogList } from './log-list.ts'
import { endLog, readLogState } from './log-state.ts'
import { type TailDeps, tailLogStep } from './tail-log.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const LIST_WAIT_MS = { read: HOUR_MS, unavailable: 5 * MINUTE_MS, noLogAtAll: 5_000 }

type Options = {
  ctx: AppContext
  clients: Pick<ExternalClients, 'fetch' | 'readLog'>
  tail: TailDeps
  leaseOf: (name: string) => Lease
  signal: AbortSignal
  pace?: { maxPauseMs?: number }
}

type Tail = { log: CtLog; stop: AbortController; stopped: Promise<void> }

export type LogFollower = {
  /** Reads the log list, starts the tails of new logs and ends those of logs that are no longer listed. */
  step: () => Promise<number>
  /** After the signal: resolves when all tails have ended. */
  stopped: () => Promise<void>
}

/**
 * Follows the logs that take new certificates, each in a separate loop, so that a failing log delays no other. Shards come and go by the
 * calendar, so the list is evaluated again every hour, even when only the stored copy is available.
 */
export function createLogFollower(options: Options): LogFollower {
  const { ctx, clients, signal } = options
  const tails = new Map<string, Tail>()

  const end = async (key: string, { log, stop, stopped }: Tail, isListed: boolean) => {
    stop.abort()
    await stopped
    tails.delete(key)
    if (isListed) return
    await endLog(ctx.db, log.logId)
    ctx.log.info({ event: 'log.ended', log: log.description }, 'log is no longer followed')
  }

  return {
    async step() {
      const { logs, isFresh } = await readLogList(ctx, clients)
      const listed = new Map(logs.map((log) => [keyOf(log), log]))
      const listedIds = new Set(logs.map(({ logId }) => logId))
      // A list without any log says nothing about the followed ones.
      if (listed.size > 0)
        for (const [key, tail] of tails)
          if (!listed.has(key)) await end(key, tail, listedIds.has(tail.log.logId))
      for (const [key, log] of listed)
        if (!tails.has(key) && !signal.aborted) tails.set(key, startTail(options, log))
      if (tails.size === 0) return LIST_WAIT_MS.noLogAtAll
      return isFresh ? LIST_WAIT_MS.read : LIST_WAIT_MS.unavailable
    },
    async stopped() {
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
async function runTail({ ctx, clients, tail, leaseOf, signal, pace }: Options, log: CtLog): Promise<void> {
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
  await startStageLoop({ name: `tail ${log.description}`, log: ctx.log, signal, step, ...pace }).stopped
  await lease.release().catch(() => undefined) // it expires by itself
}

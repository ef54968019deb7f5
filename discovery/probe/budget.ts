import { siteOf } from '#discovery/document/urls.ts'
import { abortableSleep, type Sleep } from '#discovery/fetch/abortable-sleep.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

export type BudgetOptions = {
  /** For all hosts together: they share the platform's edge, which counts requests per client. */
  requestsPerSecond: number
  /**
   * Pause between the end of one request and the start of the next to the same registrable domain.
   */
  perHostGapMs: number
  now: () => Date
  sleep?: Sleep
}

/** `retry` = the host is resting, or the signal fired (`afterMs` 0); no request was sent. */
type BudgetOutcome<Value> = { kind: 'done'; value: Value } | { kind: 'retry'; afterMs: number }

export type Budget = {
  /**
   * Runs `fn` when the host may receive a request: one at a time per registrable domain, spaced,
   * within the total rate.
   */
  run: <Value>(
    host: string,
    fn: () => Promise<Value>,
    signal?: AbortSignal,
  ) => Promise<BudgetOutcome<Value>>
  /**
   * Blocks all requests to the host until that moment; requests already queued are rejected when
   * they reach the front.
   */
  rest: (host: string, untilMs: number) => void
  /** Sets a longer gap for one host, as its robots.txt asks. */
  setGap: (host: string, gapMs: number) => void
  /**
   * Records whether a request was throttled; if many hosts throttle at once, all requests slow
   * down, see `createRateLimiter`.
   */
  record: (host: string, isThrottled: boolean) => void
  /** Fraction of the total rate in use now, 0 to 1. */
  share: () => number
  /** How many sites asked for a pause that is not over. */
  restingSites: () => number
}

/** Default for users without a separate agreement with the platform and the merchants. */
export const STRICT_BUDGET = { requestsPerSecond: 5, perHostGapMs: 1_000 }

/** Dropped once it no longer affects requests; the sweep runs once per this many runs. */
const SWEEP_EVERY_RUNS = 500

type HostState = {
  /** Settles when the previous request is done. */
  tail: Promise<void>
  waiting: number
  gapMs: number
  endedAtMs: number
  restUntilMs: number
}

/**
 * Enforces politeness for all visits in one place. A request to a resting host returns at once with
 * the remaining time, so no request waits in memory for hours. All other waiting is bounded by the
 * number of queued requests.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { now, sleep = abortableSleep } = options
  const limiter = createRateLimiter(options.requestsPerSecond)
  const { stateOf, countRun, countResting } = createHostStates(options)

  const { restLeft, waitForSlot } = createScheduler({ now, sleep, limiter })

  const run: Budget['run'] = async (host, fn, signal) => {
    countRun()
    const state = stateOf(host)
    const afterMs = restLeft(state)
    if (afterMs > 0) return { kind: 'retry', afterMs }
    const before = state.tail
    const slot = Promise.withResolvers<void>()
    state.tail = slot.promise
    state.waiting += 1
    try {
      await before
      const refusal = await waitForSlot(state, signal)
      if (refusal) return refusal
      try {
        return { kind: 'done', value: await fn() }
      } finally {
        state.endedAtMs = now().getTime()
      }
    } finally {
      state.waiting -= 1
      slot.resolve()
    }
  }

  return {
    run,
    rest: (host, untilMs) => {
      const state = stateOf(host)
      state.restUntilMs = Math.max(state.restUntilMs, untilMs)
    },
    setGap: (host, gapMs) => {
      const state = stateOf(host)
      state.gapMs = Math.max(options.perHostGapMs, gapMs)
    },
    record: (host, isThrottled) => limiter.record(siteOf(host), isThrottled, now().getTime()),
    share: () => limiter.share(now().getTime()),
    restingSites: () => countResting(now().getTime()),
  }
}

const freeAtMs = ({ endedAtMs, gapMs }: HostState): number => endedAtMs + gapMs

function createHostStates(options: BudgetOptions) {
  const states = new Map<string, HostState>()
  let runs = 0

  const isIdle = (state: HostState, nowMs: number): boolean =>
    state.waiting === 0 && freeAtMs(state) <= nowMs && state.restUntilMs <= nowMs

  const sweep = (): void => {
    const nowMs = options.now().getTime()
    for (const [key, state] of states) if (isIdle(state, nowMs)) states.delete(key)
  }

  const stateOf = (host: string): HostState => {
    const site = siteOf(host)
    const known = states.get(site)
    if (known) return known
    const state = {
      tail: Promise.resolve(),
      waiting: 0,
      gapMs: options.perHostGapMs,
      endedAtMs: -Infinity,
      restUntilMs: 0,
    }
    states.set(site, state)
    return state
  }

  return {
    stateOf,
    countResting: (nowMs: number) =>
      [...states.values()].filter((state) => state.restUntilMs > nowMs).length,
    countRun: () => {
      runs += 1
      if (runs % SWEEP_EVERY_RUNS === 0) sweep()
    },
  }
}

type SchedulerDeps = { now: () => Date; sleep: Sleep; limiter: RateLimiter }

/**
 * Decides when a request may start: first the host's rest and gap, then its slot in the common
 * rate.
 */
function createScheduler({ now, sleep, limiter }: SchedulerDeps) {
  const restLeft = (state: HostState): number => Math.max(0, state.restUntilMs - now().getTime())

  const refusalNow = (state: HostState, signal?: AbortSignal): BudgetOutcome<never> | null => {
    const afterMs = restLeft(state)
    return afterMs > 0 || signal?.aborted ? { kind: 'retry', afterMs } : null
  }

  /**
   * Starts requests one after another by the clock at the actual start: late timers that fire
   * together must not start together.
   */
  let queue: Promise<unknown> = Promise.resolve()
  const waitForRate = async (
    state: HostState,
    signal?: AbortSignal,
  ): Promise<BudgetOutcome<never> | null> => {
    for (let ms = waitOf(); ms > 0 && !refusalNow(state, signal); ms = waitOf())
      await sleep(ms, signal)
    const refusal = refusalNow(state, signal)
    if (!refusal) limiter.start(now().getTime())
    return refusal
  }
  const waitOf = () => limiter.waitMs(now().getTime())

  /**
   * Waits for the host's gap and the common rate. Returns the remaining rest time if the host may
   * not be asked after all.
   */
  const waitForSlot = async (
    state: HostState,
    signal?: AbortSignal,
  ): Promise<BudgetOutcome<never> | null> => {
    const gapLeftMs = () => {
      // If the machine's clock was set back, treat the last request as having ended just now.
      state.endedAtMs = Math.min(state.endedAtMs, now().getTime())
      return freeAtMs(state) - now().getTime()
    }
    for (let ms = gapLeftMs(); ms > 0 && !refusalNow(state, signal); ms = gapLeftMs())
      await sleep(ms, signal)
    const refusal = refusalNow(state, signal)
    if (refusal) return refusal
    const slot = queue.then(() => waitForRate(state, signal))
    queue = slot
    return slot
  }

  return { restLeft, waitForSlot }
}

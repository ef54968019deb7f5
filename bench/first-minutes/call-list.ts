import { setTimeout as sleep } from 'node:timers/promises'
import { summarise, type Times } from '../workspace/loads.ts'
import { createGet } from '../workspace/http-client.ts'
import type { BareCaller, BarePostgres } from './bare-postgres.ts'

export type Calls = {
  seconds: number
  list: Times
  /** Counts by reason: a status, or the event that replaced an answer. */
  failures: Record<string, number>
  /** Longest time to an answer or a failure. */
  longestMs: number
  /** The same rows from a bare PostgreSQL, requested alternately with the list. */
  bare: Times
}

type Load = {
  origin: string
  token: string
  callers: number
  bare: BarePostgres
  signal: AbortSignal
  /** Receives the total of each answer. */
  isEnough: (total: number | null) => boolean
}

const LIST = '/api/stores?size=20'
const ANSWER_WITHIN_MS = 30_000
const AFTER_FAILURE_MS = 100

/** Each caller requests the list again as soon as it has its answer. */
export async function callList({
  origin,
  token,
  callers,
  bare,
  signal,
  isEnough,
}: Load): Promise<Calls> {
  const get = createGet(origin, { connections: callers, withinMs: ANSWER_WITHIN_MS })
  const [times, bareTimes]: [number[], number[]] = [[], []]
  const failures: Record<string, number> = {}
  let longestMs = 0
  const startedAtMs = performance.now()
  const askOnce = async (): Promise<number | null> => {
    const askedAtMs = performance.now()
    const answer = await get(LIST, token).catch((error: unknown) => nameOf(error))
    const ms = performance.now() - askedAtMs
    longestMs = Math.max(longestMs, ms)
    if (typeof answer !== 'string' && answer.status === 200) {
      times.push(ms)
      return totalOf(answer.text)
    }
    const reason = typeof answer === 'string' ? answer : `status ${answer.status}`
    failures[reason] = (failures[reason] ?? 0) + 1
    await sleep(AFTER_FAILURE_MS)
    return null
  }
  const askOn = async (bareCaller: BareCaller) => {
    while (!isEnough(await askOnce())) {
      signal.throwIfAborted()
      bareTimes.push(await bareCaller.ask())
    }
  }
  await withCallers(bare, callers, (bareCallers) => Promise.all(bareCallers.map(askOn)))
  return {
    seconds: (performance.now() - startedAtMs) / 1000,
    list: summarise(times),
    failures,
    longestMs,
    bare: summarise(bareTimes),
  }
}

async function withCallers(
  bare: BarePostgres,
  count: number,
  work: (callers: BareCaller[]) => Promise<unknown>,
): Promise<void> {
  const callers = await Promise.all(Array.from({ length: count }, () => bare.openCaller()))
  try {
    await work(callers)
  } finally {
    await Promise.all(callers.map((caller) => caller.end()))
  }
}

// The body is 20 kB; parsing all of it for one number would take time that the machine needs.
const totalOf = (body: string): number => Number(/"totalElements":(\d+)/.exec(body)?.[1] ?? 0)

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${ANSWER_WITHIN_MS / 1000} s`
  return 'code' in error ? String(error.code) : error.name
}

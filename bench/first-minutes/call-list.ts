import { setTimeout as sleep } from 'node:timers/promises'
import { summarise, type Times } from '../workspace/loads.ts'
import { createGet } from '../workspace/http-client.ts'

/** What is asked alternately with the list, to show how fast the machine is at the moment. */
export type Reference = { name: string; openCaller: () => Promise<ReferenceCaller> }
/** `ask` returns the time taken. */
export type ReferenceCaller = { ask: () => Promise<number>; end: () => Promise<void> }

export type Calls = {
  seconds: number
  list: Times
  /** Counts by reason: a status, or the event that replaced an answer. */
  failures: Record<string, number>
  /** Longest time to an answer or a failure. */
  longestMs: number
  /** The slowest answers first, with the time since the first call. */
  slowest: { ms: number; afterMs: number }[]
  references: { name: string; times: Times }[]
}

type Load = {
  origin: string
  token: string
  callers: number
  references: readonly Reference[]
  signal: AbortSignal
  /** Receives the total of each answer. */
  isEnough: (total: number | null) => boolean
}

const LIST = '/api/stores?size=20'
const ANSWER_WITHIN_MS = 30_000
const AFTER_FAILURE_MS = 100
const SLOWEST_KEPT = 5

/** Each caller keeps one connection and requests the list again as soon as it has its answer. */
export async function callList({
  origin,
  token,
  callers,
  references,
  signal,
  isEnough,
}: Load): Promise<Calls> {
  const get = createGet(origin, { connections: callers, withinMs: ANSWER_WITHIN_MS })
  const answers: { ms: number; afterMs: number }[] = []
  const referenceTimes = references.map((): number[] => [])
  const failures: Record<string, number> = {}
  let longestMs = 0
  const startedAtMs = performance.now()
  const askOnce = async (): Promise<number | null> => {
    const askedAtMs = performance.now()
    const answer = await get(LIST, token).catch((error: unknown) => nameOf(error))
    const ms = performance.now() - askedAtMs
    longestMs = Math.max(longestMs, ms)
    if (typeof answer !== 'string' && answer.status === 200) {
      answers.push({ ms, afterMs: askedAtMs - startedAtMs })
      return totalOf(answer.text)
    }
    const reason = typeof answer === 'string' ? answer : `status ${answer.status}`
    failures[reason] = (failures[reason] ?? 0) + 1
    await sleep(AFTER_FAILURE_MS)
    return null
  }
  const askOn = async (referenceCallers: ReferenceCaller[]) => {
    while (!isEnough(await askOnce())) {
      signal.throwIfAborted()
      for (const [n, caller] of referenceCallers.entries())
        referenceTimes[n]?.push(await caller.ask())
    }
  }
  await withCallers(references, callers, (all) => Promise.all(all.map(askOn)))
  return {
    seconds: (performance.now() - startedAtMs) / 1000,
    list: summarise(answers.map(({ ms }) => ms)),
    failures,
    longestMs,
    slowest: answers.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_KEPT),
    references: references.map(({ name }, n) => ({
      name,
      times: summarise(referenceTimes[n] ?? []),
    })),
  }
}

async function withCallers(
  references: readonly Reference[],
  count: number,
  work: (callers: ReferenceCaller[][]) => Promise<unknown>,
): Promise<void> {
  const openAll = () => Promise.all(references.map((reference) => reference.openCaller()))
  const callers = await Promise.all(Array.from({ length: count }, openAll))
  try {
    await work(callers)
  } finally {
    await Promise.all(callers.flat().map((caller) => caller.end()))
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

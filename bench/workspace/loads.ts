import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from './http-client.ts'
import type { Random } from '#testing/random.ts'

export type Times = {
  count: number
  errors: number
  p50: number
  p90: number
  p95: number
  p99: number
  max: number
}

export function summarise(times: readonly number[], errors = 0): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    count: sorted.length,
    errors,
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
  }
}

type Sample<Kind> = { kind: Kind; path: string; ms: number; isError: boolean }
type Load<Kind> = {
  perSecond: number
  forMs: number
  random: Random
  next: () => { kind: Kind; path: string }
  send: (path: string, nth: number) => Promise<Reply>
}

/**
 * Requests start on schedule, however long others take: each is timed from the moment at which it
 * was due.
 */
export async function openLoad<Kind>({
  perSecond,
  forMs,
  random,
  next,
  send,
}: Load<Kind>): Promise<Sample<Kind>[]> {
  const samples: Sample<Kind>[] = []
  const underWay: Promise<void>[] = []
  const startedMs = performance.now()
  let dueMs = startedMs
  for (let nth = 0; dueMs < startedMs + forMs; nth++) {
    await sleep(Math.max(0, dueMs - performance.now()))
    const { kind, path } = next()
    const due = dueMs
    underWay.push(
      send(path, nth).then(
        ({ status }) =>
          void samples.push({ kind, path, ms: performance.now() - due, isError: status !== 200 }),
        () => void samples.push({ kind, path, ms: performance.now() - due, isError: true }),
      ),
    )
    dueMs += (-Math.log(1 - random()) * 1000) / perSecond
  }
  await Promise.all(underWay)
  return samples
}

/**
 * Each connection sends its next request as soon as it has an answer. @returns answers per second
 */
export async function saturate(
  connections: number,
  forMs: number,
  send: (nth: number) => Promise<Reply>,
): Promise<{ perSecond: number; times: Times }> {
  const times: number[] = []
  const startedMs = performance.now()
  let errors = 0
  const ask = async (nth: number) => {
    while (performance.now() - startedMs < forMs) {
      const askedMs = performance.now()
      const { status } = await send(nth)
      if (status === 200) times.push(performance.now() - askedMs)
      else errors++
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, nth) => ask(nth)))
  return {
    perSecond: (times.length / (performance.now() - startedMs)) * 1000,
    times: summarise(times, errors),
  }
}

import { compareHeads } from './compare-heads.ts'
import type { LogHead } from './ct-log.ts'
import type { HeadOutcome } from './head-outcome.ts'
import type { LogAnswer, Trouble } from './log-fetch.ts'

// Checkpoints come out of caches of a minute at most; a log that stays behind itself for longer has lost entries.
const LONGEST_BEHIND_MS = 2 * 60 * 1000

export type HeadStep =
  /** A verified head that covers the position, and when the next one may be asked for. */
  | { kind: 'head'; head: LogHead; nextInMs: number }
  /** Only heads from before the position are to be had for now. */
  | { kind: 'behind'; head: LogHead; nextInMs: number }
  | { kind: 'trouble'; trouble: Trouble }
  | { kind: 'broken'; detail: string }

export type HeadReader = (fromIndex: number, signal: AbortSignal) => Promise<HeadStep>

export type HeadReaderOptions = {
  now: () => Date
  /** A log is never asked for its size more often than this. */
  everyMs: number
  /** The last head that was verified before this process began, if any. */
  lastHead: LogHead | null
  request: (signal: AbortSignal) => Promise<LogAnswer>
  parse: (body: Uint8Array) => HeadOutcome
}

/** Follows the signed size of one log and refuses what contradicts the sizes before it. */
export function createHeadReader(options: HeadReaderOptions): HeadReader {
  const { now, everyMs } = options
  let newest = options.lastHead
  let isStale = false
  let askAtMs = -Infinity
  let behindSinceMs: number | null = null

  return async (fromIndex, signal) => {
    const nowMs = now().getTime()
    if (!newest || nowMs >= askAtMs) {
      const answer = await askForHead(options, signal)
      if (answer.kind !== 'head') return answer
      const relation = newest ? compareHeads(newest, answer.head) : 'grown'
      if (relation === 'forked') return { kind: 'broken', detail: describeFork(answer.head, newest) }
      isStale = relation === 'stale'
      newest = isStale && newest ? newest : answer.head
      askAtMs = nowMs + everyMs
    }
    const isCovered = newest.size >= fromIndex
    behindSinceMs = isCovered && !isStale ? null : (behindSinceMs ?? nowMs)
    if (behindSinceMs !== null && nowMs - behindSinceMs > LONGEST_BEHIND_MS) {
      return { kind: 'broken', detail: `the log lost entries: it had ${Math.max(newest.size, fromIndex)}` }
    }
    return { kind: isCovered ? 'head' : 'behind', head: newest, nextInMs: Math.max(1, askAtMs - nowMs) }
  }
}

type HeadAnswer = { kind: 'head'; head: LogHead } | Extract<HeadStep, { kind: 'trouble' | 'broken' }>

async function askForHead({ request, parse }: HeadReaderOptions, signal: AbortSignal): Promise<HeadAnswer> {
  const answer = await request(signal)
  if (answer.kind === 'trouble') return answer
  if (answer.kind === 'missing') return troubleOf(`no tree head (status ${answer.status})`)
  const outcome = parse(answer.body)
  if (outcome.kind === 'malformed') return troubleOf(outcome.detail)
  return outcome.kind === 'untrusted' ? { kind: 'broken', detail: outcome.detail } : outcome
}

const troubleOf = (detail: string): HeadAnswer => ({ kind: 'trouble', trouble: { detail, afterMs: null } })

function describeFork(next: LogHead, before: LogHead | null): string {
  if (before?.size === next.size) return `two roots at size ${next.size}`
  return `the log shrank from ${before?.size} to ${next.size} entries`
}
